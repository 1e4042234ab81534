// Follows fields.js in one module, on a page whose other keys are Streamlit's own shortcuts.
const left = { note: "", shortcuts: [] };

const press = (event) => {
  const at = event.composedPath()[0];
  if (writes(at)) leaveField(event, at, left.note);
  else if (left.shortcuts.includes(event.key) && liesUnderForm()) event.stopImmediatePropagation();
};

// Called again with every answer of the server; what it returns is called when the page is left.
export default function ({ data }) {
  Object.assign(left, data);
  window.addEventListener("keydown", press, true);
  return () => window.removeEventListener("keydown", press, true);
}
