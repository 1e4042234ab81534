// Follows panes.js and fields.js in one module. Keys press the buttons of the page (Streamlit's own shortcuts
// take neither "?" nor "C"), and what comes next is drawn at once, before the server has answered.
// What is pressed before it has waits for the answer. A verdict is not taken if that is another case
// or if it came too fast to be meant: nobody votes on a case that they have not seen. What no answer
// has come to for a while is said to be open: the server may be gone. Until every button
// and field is there no key is taken: "N" before its field would make verdicts of a note's digits.
// Nor is one while a form lies over the case; Enter presses that form's own buttons.
// What is not taken is said.
const PATIENCE = 30_000;
const TWITCH = 300;
const GLANCE = 50;
const LONG_WAIT = 5_000;
const OPEN =
  "The server has not answered yet: what was pressed last may not be stored. " +
  "The case comes back if it is not; reload the page if nothing happens.";
const EARLY = "it came too early";
const COVERED = "a form lay over the page";
const UNDO = "vote-undo";

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
  missed: {},
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

const tellMissed = () => {
  const before = now.root.querySelector(".missed");
  const missed = Object.entries(now.missed);
  if (!before && !missed.length) return;
  before?.remove();
  if (missed.length) {
    const parts = missed.map(([why, keys]) => `Not taken, as ${why}: ${keys.join(", ")}.`);
    const told = make("p", "missed", `${parts.join(" ")} Press it again if you still mean it.`);
    told.setAttribute("role", "status");
    now.root.prepend(told);
  }
  takeRoom(now.root);
};

const miss = (name, why = EARLY) => {
  const key = Object.keys(now.keys).find((one) => now.keys[one] === name);
  const pressed = key.length > 1 ? "Enter" : key.toUpperCase();
  now.missed[why] = [...new Set([...(now.missed[why] ?? []), pressed])];
  tellMissed();
};

// A step back is from the case that was left: it waits however early it came, and nothing that is
// pressed behind it can be of a case on the screen. Of two others the later is meant.
const keepForAnswer = (name) => {
  const isTooEarly = name !== UNDO && performance.now() - now.since <= TWITCH;
  if (isTooEarly || now.early === UNDO) return miss(name);
  if (now.early && now.early !== name) miss(now.early);
  now.early = name;
};

const carryOut = (name) => {
  const told = now.missed;
  const target = placeOf(name)?.querySelector("button:enabled");
  if (!target) return miss(name);
  target.click();
  now.missed = told;
  tellMissed();
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
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const at = event.composedPath()[0];
  if (writes(at)) return void (now.ready && leaveField(event, at, "vote-reason"));
  const name = now.keys[event.key.toLowerCase()];
  const place = name && placeOf(name);
  if (liesUnderForm()) return void (place && !event.repeat && event.key !== "Enter" && miss(name, COVERED));
  if (!now.ready) return void (place && !event.repeat && miss(name));
  const columns = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (columns && scrollPanes(now.root, columns)) return void event.preventDefault();
  const keeps = place && waits() && now.leaving.includes(name); // the button may be there only then
  const target = place && place.querySelector("input, button:enabled");
  if (!target && !keeps) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.repeat) return;
  if (keeps) keepForAnswer(name);
  else if (target.matches("input")) target.focus();
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
    return keepForAnswer(name);
  }
  now.missed = {};
  tellMissed();
  now.since = performance.now();
  now.root.setAttribute("aria-busy", "true");
  setTimeout(tellOpen, LONG_WAIT, now.since);
  if (now.next && name !== UNDO) draw(now.root, now.next);
};

// Called again with every answer of the server; what it returns is called when the page is left.
export default function ({ data, parentElement }) {
  const early = now.early;
  const came = data.case?.key;
  // Where the case that was left is still there, as its vote was refused, a step back is from none.
  const isMeant = early === UNDO ? came !== now.case?.key : came && came === now.drawn;
  const root = parentElement.querySelector(".panes");
  if (root !== now.root) Object.assign(now, { drawn: null, ready: false });
  Object.assign(now, data, { root, since: null, early: null });
  root.querySelector(".open")?.remove();
  draw(root, now.case);
  if (early && !isMeant) miss(early);
  else tellMissed();
  begin(root);
  keepInSight(placeOf("verdicts"), root);
  const room = new ResizeObserver(() => takeRoom(root));
  room.observe(document.querySelector('[data-testid="stMainBlockContainer"]'));
  const resized = () => takeRoom(root);
  window.addEventListener("resize", resized);
  if (early && isMeant) setTimeout(carryOut, 0, early);
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
