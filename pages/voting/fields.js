// Keys in fields and over forms. Enter and Escape leave a note, so that the keys after it are verdicts again.
const writes = (element) =>
  element instanceof Element &&
  element.matches("textarea, input:not([type=radio], [type=checkbox])") &&
  !(element.getAttribute("role") === "combobox" && element.getAttribute("aria-expanded") !== "true");

// While a form lies over the page, its case is not what a person looks at: no key is a verdict.
const liesUnderForm = () => document.querySelector('[role="dialog"]') !== null;

// Streamlit takes an Enter for what was written first.
const leaveField = (event, field, note) => {
  if (event.isComposing) return;
  if (event.key === "Escape" || (event.key === "Enter" && field.closest(`[class*="st-key-${note}"]`)))
    setTimeout(() => field.blur());
};
