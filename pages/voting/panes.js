// Draws the two tables of a pair. Cells come from files and are only ever set as text.
const TONES = 8;
// Longer texts may be cut: they are told under the mouse, and shown whole at a click or a tap.
const SHORT = 20;
// Texts that need a wide column.
const LONG = 60;
// Rows of a table that has room for whole texts.
const FEW = 6;
// Pixels below a table.
const BELOW = 12;

const make = (tag, name, text) => {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text !== undefined) element.textContent = text;
  return element;
};

const bars = (spread) => {
  const box = make("div", "spread");
  const most = Math.max(...spread);
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

const profileOf = (head) => {
  if (!head.values) return "empty";
  const values =
    head.distinct === 1
      ? "one value"
      : head.distinct === head.values
        ? "all different"
        : `${head.distinct.toLocaleString("en")} different`;
  const empty = head.missing ? `, ${Math.max(1, Math.round(100 * head.missing))}% empty` : "";
  return `${head.type}, ${values}${empty}`;
};

const headOf = (head) => {
  const cell = make("th");
  cell.scope = "col";
  cell.title = head.label;
  cell.append(make("div", "label", head.label), make("div", "profile", profileOf(head)));
  // Bars of one height would say nothing.
  if (new Set(head.spread).size > 1) cell.append(bars(head.spread));
  tone(cell, head, false);
  return cell;
};

const rowOf = (pane) => (cells, number) => {
  const row = make("tr");
  cells.forEach((cell, place) => {
    const drawn = make("td", cell === null ? "missing" : cell.length > LONG ? "long" : "");
    const text = make("div", "cell", cell ?? "");
    if (cell !== null && cell.length > SHORT) text.title = cell;
    drawn.append(text);
    tone(drawn, pane.heads[place], pane.shared[number][place]);
    row.append(drawn);
  });
  return row;
};

// A text that is cut, or was, is shown whole, or cut again. What is marked to be copied is no click.
const showWhole = (event) => {
  const cell = event.target.closest?.(".cell");
  if (!cell || String(getSelection())) return;
  if (cell.scrollHeight > cell.clientHeight + 1 || cell.classList.contains("whole")) cell.classList.toggle("whole");
};

const paneOf = ({ name, extent, pane }) => {
  const box = make("section", "pane");
  const title = make("div", "title");
  title.title = extent;
  title.append(make("b", "", name), make("span", "extent", extent), make("span", "more"));
  const table = make("table", pane.cells.length <= FEW ? "few" : "");
  const head = table.createTHead().insertRow();
  head.append(...pane.heads.map(headOf));
  table.createTBody().append(...pane.cells.map(rowOf(pane)));
  const scroll = make("div", "scroll");
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", `First rows of ${name}`);
  scroll.append(table);
  scroll.addEventListener("click", showWhole);
  box.append(title, scroll);
  return box;
};

// How far to the right of the first column each begins.
const offsetsOf = (scroll) => {
  const heads = [...scroll.querySelectorAll("th")];
  return heads.map((head) => head.offsetLeft - heads[0].offsetLeft);
};

// How many columns are not wholly in sight on the right.
const tellMore = (scroll) => {
  const heads = [...scroll.querySelectorAll("th")];
  const right = scroll.scrollLeft + scroll.clientWidth + 4;
  const beyond = heads.filter((head) => head.offsetLeft - heads[0].offsetLeft + head.offsetWidth > right).length;
  const told = beyond ? `${beyond} more ${beyond === 1 ? "column" : "columns"} \u2192` : "";
  scroll.parentElement.querySelector(".more").textContent = told;
};

// Where one table goes to the right, the other follows, so that columns lined up stay beside each
// other: by columns, as they are not equally wide.
const follow = (scrolls) => {
  let led = null;
  const offsets = scrolls.map(offsetsOf);
  scrolls.forEach((lead, which) =>
    lead.addEventListener("scroll", () => {
      if (led === lead) return void (led = null);
      const at = offsets[which].findLastIndex((left) => left <= lead.scrollLeft + 1);
      scrolls.forEach((other, place) => {
        const to = offsets[place][Math.min(at, offsets[place].length - 1)] ?? 0;
        if (other === lead || Math.abs(other.scrollLeft - to) < 1) return;
        led = other;
        other.scrollLeft = to;
      });
    }),
  );
};

const scrollPanes = (place, columns) => {
  const lead = [...place.querySelectorAll(".scroll")].find((one) => one.scrollWidth > one.clientWidth);
  if (!lead) return false;
  const lefts = offsetsOf(lead);
  const at = lefts.findLastIndex((left) => left <= lead.scrollLeft + 1);
  lead.scrollLeft = lefts[Math.max(0, Math.min(at + columns, lefts.length - 1))];
  return true;
};

// The height that what stands above leaves to the tables, so that both are seen without scrolling
// the page.
const takeRoom = (place) => {
  const [first, second] = place.querySelectorAll(".scroll");
  const page = place.getRootNode().host?.closest('[data-testid="stMain"]') ?? document.querySelector('[data-testid="stMain"]');
  if (!first || !page) return;
  const between = first.getBoundingClientRect().top - place.getBoundingClientRect().top;
  const top = place.getBoundingClientRect().top + page.scrollTop + between;
  const room = window.innerHeight - top - BELOW;
  const areStacked = second && second.parentElement.offsetTop > first.parentElement.offsetTop;
  place.style.setProperty("--room", `${Math.floor(areStacked ? (room - between - BELOW) / 2 : room)}px`);
};

const drawPanes = (place, panes) => {
  place.replaceChildren(...panes.map(paneOf));
  const scrolls = [...place.querySelectorAll(".scroll")];
  takeRoom(place);
  follow(scrolls);
  scrolls.forEach((scroll) => {
    tellMore(scroll);
    scroll.addEventListener("scroll", () => tellMore(scroll));
  });
};
