// Draws the two tables of a pair. Cells come from files and are only ever set as text.
const TONES = 8;

const make = (tag, name, text) => {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text !== undefined) element.textContent = text;
  return element;
};

const bars = (spread) => {
  const box = make("div", "spread");
  const most = Math.max(...spread, 1);
  for (const count of spread) {
    const bar = make("i");
    bar.style.height = `${Math.max(8, (100 * count) / most)}%`;
    box.append(bar);
  }
  return box;
};

const tone = (element, head, strong) => {
  if (head.place === null) return;
  element.classList.add(`tone-${head.place % TONES}`, strong ? "strong" : "weak");
};

const headOf = (head) => {
  const cell = make("th");
  cell.scope = "col";
  cell.title = head.label;
  const empty = head.missing ? `, ${Math.max(1, Math.round(100 * head.missing))}% empty` : "";
  const profile = `${head.type}, ${head.distinct.toLocaleString("en")} different${empty}`;
  cell.append(make("div", "label", head.label), make("div", "profile", profile), bars(head.spread));
  tone(cell, head, false);
  return cell;
};

const rowOf = (pane) => (cells, number) => {
  const row = make("tr");
  cells.forEach((cell, place) => {
    const drawn = make("td", cell === null ? "missing" : "");
    const text = make("div", "cell", cell ?? "");
    if (cell !== null && cell.length > 60) text.title = cell;
    drawn.append(text);
    tone(drawn, pane.heads[place], pane.shared[number][place]);
    row.append(drawn);
  });
  return row;
};

const paneOf = ({ name, extent, pane }) => {
  const box = make("section", "pane");
  const title = make("div", "title");
  title.append(make("b", "", name), make("span", "extent", extent));
  const table = make("table");
  const head = table.createTHead().insertRow();
  head.append(...pane.heads.map(headOf));
  table.createTBody().append(...pane.cells.map(rowOf(pane)));
  const scroll = make("div", "scroll");
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", `First rows of ${name}`);
  scroll.append(table);
  box.append(title, scroll);
  return box;
};

const drawPanes = (place, panes) => place.replaceChildren(...panes.map(paneOf));
