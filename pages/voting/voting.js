// Follows panes.js and fields.js in one module. Keys press the buttons of the page (Streamlit's own shortcuts
// take neither "?" nor "C"), and what comes next is drawn at once, before the server has answered.
// A verdict given before it has waits for the answer, and is dropped if that is another case or if
// it came too fast to be meant: nobody votes on a case that they have not seen. What no answer has
// come to for a while is said to be open: the server may be gone. Until every button
// and field is there no key is taken: "N" before its field would make verdicts of a note's digits.
const PATIENCE = 30_000;
const TWITCH = 300;
const GLANCE = 50;
const LONG_WAIT = 5_000;
const OPEN =
  "The server has not answered yet: what was pressed last may not be stored. " +
  "The case comes back if it is not; reload the page if nothing happens.";

const now = {
  root: null,
  case: null,
  next: null,
  keys: {},
  leaving: [],
  drawn: null,
  ready: false,
  since: null,
  early: null,
};

const waits = () => now.since !== null && performance.now() - now.since < PATIENCE;

const placeOf = (name) => document.querySelector(`[class*="st-key-${name}"]`);

// Streamlit draws a place at once and what is in it when the code of that kind of widget is loaded.
const allThere = () =>
  Object.values(now.keys).every((name) => {
    const place = placeOf(name);
    return !place || place.querySelector("input, button");
  });

const begin = (root) => {
  if (root !== now.root) return;
  now.ready = allThere();
  if (now.ready) root.setAttribute("aria-busy", String(now.since !== null));
  else setTimeout(begin, GLANCE, root);
};

const caseOf = (key) => key?.split(" ")[0];

// On a screen that the tables do not fit, the next case begins where the one before was left.
const backToBegin = (root) => {
  const page = document.querySelector('[data-testid="stMain"]');
  const bar = placeOf("verdicts")?.parentElement;
  if (!page || !bar) return;
  const below = bar.getBoundingClientRect().bottom - root.getBoundingClientRect().top;
  if (below > 0) page.scrollTop -= below;
};

const draw = (root, shown) => {
  const key = shown ? shown.key : "";
  if (key === now.drawn) return;
  const isAnother = caseOf(key) !== caseOf(now.drawn);
  now.drawn = key;
  drawPanes(root, shown ? shown.panes : []);
  if (isAnother) backToBegin(root);
};

// The verdicts stay in sight while a person reads down the tables.
const keepInSight = (bar, near) => {
  if (!bar) return;
  const background = getComputedStyle(near).getPropertyValue("--st-background-color");
  const head = document.querySelector('[data-testid="stHeader"]');
  const top = `${head ? head.offsetHeight : 0}px`;
  // Streamlit wraps it in an element of its own height, in which it could not move.
  Object.assign(bar.parentElement.style, { position: "sticky", top, zIndex: "5", background });
};

const press = (event) => {
  if (!now.ready || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const at = event.composedPath()[0];
  if (writes(at)) return leaveField(event, at, "vote-reason");
  const columns = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (columns && scrollPanes(now.root, columns)) return void event.preventDefault();
  const place = placeOf(now.keys[event.key.toLowerCase()] ?? "none");
  const target = place && place.querySelector("input, button:enabled");
  if (!target) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.repeat) return;
  if (target.matches("input")) target.focus();
  else target.click();
};

const tellOpen = (since) => {
  if (now.since !== since || now.root.querySelector(".open")) return;
  const told = make("p", "open", OPEN);
  told.setAttribute("role", "alert");
  now.root.prepend(told);
};

const leave = (event) => {
  const name = now.leaving.find((one) => placeOf(one)?.contains(event.target));
  if (!name) return;
  if (waits()) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (performance.now() - now.since > TWITCH) now.early = name;
    return;
  }
  now.since = performance.now();
  now.root.setAttribute("aria-busy", "true");
  setTimeout(tellOpen, LONG_WAIT, now.since);
  if (now.next && !name.startsWith("vote-undo")) draw(now.root, now.next);
};

// Called again with every answer of the server; what it returns is called when the page is left.
export default function ({ data, parentElement }) {
  const early = data.case && data.case.key === now.drawn ? now.early : null;
  const root = parentElement.querySelector(".panes");
  if (root !== now.root) Object.assign(now, { drawn: null, ready: false });
  Object.assign(now, data, { root, since: null, early: null });
  root.querySelector(".open")?.remove();
  draw(root, now.case);
  begin(root);
  keepInSight(placeOf("verdicts"), root);
  const room = new ResizeObserver(() => takeRoom(root));
  room.observe(document.querySelector('[data-testid="stMainBlockContainer"]'));
  const resized = () => takeRoom(root);
  window.addEventListener("resize", resized);
  if (early) setTimeout(() => placeOf(early)?.querySelector("button:enabled")?.click());
  // Adding a listener that is there already does nothing.
  window.addEventListener("keydown", press, true);
  window.addEventListener("click", leave, true);
  return () => {
    room.disconnect();
    window.removeEventListener("resize", resized);
    window.removeEventListener("keydown", press, true);
    window.removeEventListener("click", leave, true);
  };
}
