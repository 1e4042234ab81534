// Keys in fields. Enter and Escape leave a note, so that the keys after it are verdicts again.
const writes = (element) =>
  element instanceof Element &&
  element.matches("textarea, input:not([type=radio], [type=checkbox])") &&
  !(element.getAttribute("role") === "combobox" && element.getAttribute("aria-expanded") !== "true");

// Streamlit takes an Enter for what was written first.
const leaveField = (event, field, note) => {
  if (event.isComposing) return;
  if (event.key === "Escape" || (event.key === "Enter" && field.closest(`[class*="st-key-${note}"]`)))
    setTimeout(() => field.blur());
};
