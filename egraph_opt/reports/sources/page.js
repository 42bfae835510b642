"use strict";
// The details of the page, drawn from the data in it when they are asked for. Without this script the rest of the page still reads.
const data = JSON.parse(document.getElementById("data").textContent);
const STATES = ["changed", "merged", "unchanged", "no other layout", "not searched"];
const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

const values = (data.values || []).map((v, index) => ({
  index, name: v[0], type: v[1], state: v[2], what: v[3], before: v[4], after: v[5], linesBefore: v[6], linesAfter: v[7],
  ways: v[8].map((a) => ({ layout: a[0], written: a[1] & 1, chosen: a[1] & 2, converts: a[1] & 4, impossible: a[1] & 8, bound: a[1] & 16,
    operation: a[2], operands: a[3], cost: a[4], converted: a[5], more: a[6] })),
  chains: v[9],
}));
const layoutName = (n) => (n < 0 ? "shared memory" : data.layouts[n][0]);
const format = (x) => (x === null ? "–" : Math.abs(x) >= 100 || Number.isInteger(x) ? Math.round(x).toLocaleString("en") : x.toPrecision(3));

const count = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// --- the comparison of programs

function shownDiff() {
  return $(".diff:not([hidden])");
}

function goTo(side, line) {
  const other = side === "input" ? "result" : side;
  let diff = shownDiff();
  if (side !== "input" && diff.id !== `diff-${side}`) choose(other);
  diff = shownDiff();
  const found = $(`code[data-side="${side}"][data-line="${line}"]`, diff) || nearest(diff, side, line);
  if (!found) return;
  const fold = found.closest("details");
  if (fold) fold.open = true;
  $$(".here").forEach((e) => e.classList.remove("here"));
  const row = found.parentElement;
  row.classList.add("here");
  row.scrollIntoView({ block: "center" });
}

// a line that both sides have stands there once, under the number of the input
function nearest(diff, side, line) {
  if (side === "input") return null;
  let best = null;
  for (const code of $$(`code[data-side="${side}"]`, diff)) if (+code.dataset.line <= line) best = code;
  return best;
}

function choose(side) {
  $$(".diff").forEach((diff) => { diff.hidden = diff.id !== `diff-${side}`; });
  const radio = $(`input[name="diff"][value="${side}"]`);
  if (radio) radio.checked = true;
}

// the values that a line defines become buttons; each line is looked at once, when the page is idle
function link() {
  const at = { input: new Map(), result: new Map() };
  for (const value of values) {
    for (const [name] of value.before) for (const line of value.linesBefore) at.input.set(`${line} ${name}`, value.index);
    for (const [name] of value.after) for (const line of value.linesAfter) at.result.set(`${line} ${name}`, value.index);
  }
  for (const code of $$(".diff code[data-line]")) {
    const side = code.dataset.side, map = at[side];
    const name = map && /^\s*(%[\w$.]+)/.exec(code.textContent);
    const index = name ? map.get(`${code.dataset.line} ${name[1]}`) : undefined;
    if (index === undefined) continue;
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const start = node.data.indexOf(name[1]);
      if (start < 0) continue;
      const rest = node.splitText(start);
      rest.splitText(name[1].length);
      const button = make("button", { type: "button", class: "value", "data-value": index, title: values[index].what, tabindex: values[index].state > 1 ? -1 : 0 });
      rest.replaceWith(button);
      button.append(rest);
      break;
    }
  }
}

// --- one value

function table(head, rows) {
  const made = make("table", {}, make("thead", {}, make("tr", {}, ...head.map((h) => make("th", { scope: "col" }, h)))));
  made.append(make("tbody", {}, ...rows.map((cells) => make("tr", {}, ...cells))));
  return made;
}

const cell = (content, kind = "") => make("td", kind ? { class: kind } : {}, ...[].concat(content));
const tag = (text, on) => make("span", { class: on ? "tag on" : "tag" }, text);

function priceOf(way) {
  if (way.impossible) return "not possible";
  if (way.more === null) return way.chosen || !way.operation ? "" : "not priced";
  return `${way.bound ? "at most " : ""}+${format(way.more)}`;
}

function waysTable(value) {
  const rows = value.ways.map((way) => [
    cell([make("code", {}, layoutName(way.layout)), " ", ...(way.written ? [tag("in the input")] : []), " ", ...(way.chosen ? [tag("chosen", true)] : []), " ", ...(way.converts ? [tag("converted", true)] : [])]),
    cell(priceOf(way), "num"), cell(way.operation || "–"), cell(format(way.cost), "num"),
    cell(way.converted ? `${format(way.converted[1])} from ${layoutName(way.converted[0])}` : "–"),
  ]);
  return table(["layout", `whole program (${data.unit})`, "computed by", data.unit, "or converted, at best"], rows);
}

function chainList(chains) {
  const list = make("div");
  for (const [value, given, chosen, steps] of chains) {
    const items = steps.map(([rule, before, after, forward]) => make("li", {},
      make("a", { href: `#rule-${rule}` }, rule), forward ? ": " : " (from right to left): ", make("code", {}, forward ? `${before} = ${after}` : `${after} = ${before}`)));
    list.append(make("p", {}, make("code", {}, value), ": ", make("code", {}, given), " became ", make("code", {}, chosen)), make("ol", {}, ...items));
  }
  return list;
}

const SVG = "http://www.w3.org/2000/svg";
function svg(tag, attributes = {}, text = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

// The e-class of a value: each row is a layout; operands, the operation that computes it there, the value; arcs on the right convert.
function graph(value) {
  const ways = value.ways, height = 38, char = 7.1, wide = (text) => Math.max(60, text.length * char + 16);
  const operands = ways.map((w) => w.operands.map(([name, layout]) => (layout < 0 ? name : `${name} in ${layoutName(layout)}`)).join(", ") || (w.operation ? "no tensor" : ""));
  const clipped = operands.map((text) => (text.length > 34 ? `${text.slice(0, 33)}…` : text));
  const nodes = ways.map((w) => (w.operation ? `${w.operation}  ${format(w.cost)}` : ""));
  const names = ways.map((w) => layoutName(w.layout));
  const [a, b, c] = [clipped, nodes, names].map((texts) => Math.max(...texts.map(wide)));
  const x = [4, a + 30, a + b + 56], width = x[2] + c + 76, total = ways.length * height + 6;
  const root = svg("svg", { viewBox: `0 0 ${width} ${total}`, width, height: total, role: "img", "aria-label": `The e-class of ${value.name}: ${ways.length} layouts` });
  const box = (at, row, text, size, on, title) => {
    const group = svg("g", { class: on ? "on" : "" });
    group.append(svg("title", {}, title || text), svg("rect", { x: at, y: row * height + 6, width: size, height: 26, rx: 5 }), svg("text", { x: at + 8, y: row * height + 23 }, text));
    root.append(group);
  };
  const line = (d, kind) => root.append(svg("path", { d, class: kind }));
  ways.forEach((way, row) => {
    const y = row * height + 19, on = way.chosen ? "on" : "";
    if (way.operation) {
      line(`M${x[0] + a} ${y}H${x[1]}M${x[1] + b} ${y}H${x[2]}`, on);
      box(x[0], row, clipped[row], a, way.chosen, operands[row]);
      box(x[1], row, nodes[row], b, way.chosen);
    }
    box(x[2], row, names[row], c, way.chosen || way.converts, data.layouts[way.layout] ? data.layouts[way.layout][1] : "");
    const from = way.converted ? ways.findIndex((w) => w.layout === way.converted[0]) : -1;
    if (from >= 0 && from !== row && (way.converts || !way.operation)) {
      const x0 = x[2] + c, y0 = from * height + 19, bend = x0 + 14 + 6 * Math.abs(from - row);
      line(`M${x0} ${y0}C${bend} ${y0} ${bend} ${y} ${x0} ${y}`, way.converts ? "way on" : "way");
      root.append(svg("text", { x: Math.min(bend, width - 44), y: (y0 + y) / 2 + 4, class: "quiet" }, format(way.converted[1])));
    }
  });
  return make("div", { class: "graph", tabindex: 0, role: "region", "aria-label": "Graph of the e-class" }, root);
}

let opener = null;
function showValue(index, from) {
  const value = values[index], drawer = $("#drawer"), inside = $(".inside", drawer);
  opener = from || document.activeElement;
  $("h2", drawer).textContent = `${value.name}: ${value.type}`;
  const places = [["input", value.linesBefore], ["result", value.linesAfter]].flatMap(([side, lines]) =>
    lines.slice(0, 6).map((line) => { const b = make("button", { type: "button", "data-go": side, "data-at": line }, `${side} line ${line}`); return b; }));
  const parts = [make("p", { class: "wide" }, make("b", {}, STATES[value.state]), ": ", value.what.replace(/^(un)?changed: |^not searched: /, ""), ". ", ...places.flatMap((p) => [p, " "]))];
  if (value.ways.length) {
    parts.push(make("div", {}, make("h3", {}, "What was there to choose"), make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Alternatives" }, waysTable(value)),
      make("p", { class: "hint" }, "The second column says how much more the program costs at least if the value is computed in this layout only. It is searched for the alternatives that matter most.")));
    parts.push(make("div", {}, make("h3", {}, "Its e-class"), graph(value), make("p", { class: "hint" }, "Operands, the operation with its cost, the layout of the value. Arcs convert; what was chosen is marked.")));
  }
  if (value.chains.length) parts.push(make("div", { class: "wide" }, make("h3", {}, "By which rules"), chainList(value.chains)));
  inside.replaceChildren(...parts);
  drawer.hidden = false;
  drawer.scrollTop = 0;
  $("h2", drawer).focus({ preventScroll: true });
  try { history.replaceState(null, "", `#value=${index}`); } catch { /* some viewers allow no other address */ }
  compare(value);
}

// draw the layouts of a value, before and after, and mark its row in the table
function compare(value) {
  const old = value.before.map(([, layout]) => layout), now = value.after.map(([, layout]) => layout);
  const come = now.find((layout) => !old.includes(layout));
  draw([old[0], come === undefined ? now[now.length - 1] : come].filter((layout) => layout !== undefined), value.type);
  if ($("#drawn")) $("#drawn").textContent = `Shown: ${value.name}, before and after.`;
  $$("tr.selected").forEach((row) => { row.classList.remove("selected"); row.removeAttribute("aria-current"); });
  const button = $(`button.value[data-value="${value.index}"]`, $("table.values") || document.createElement("table"));
  if (!button) return;
  const row = button.closest("tr");
  row.classList.add("selected");
  row.setAttribute("aria-current", "true");
}

function hideValue() {
  const drawer = $("#drawer");
  if (!drawer || drawer.hidden) return;
  drawer.hidden = true;
  if (opener && opener.isConnected) opener.focus({ preventScroll: true });
}

// --- what the page does

document.addEventListener("click", (event) => {
  const value = event.target.closest("[data-value]"), mark = event.target.closest("g[data-line]"), go = event.target.closest("[data-go]");
  if (value) showValue(+value.dataset.value, value);
  else if (go) { goTo(go.dataset.go, +go.dataset.at); }
  else if (mark) goTo(mark.dataset.side, +mark.dataset.line);
  else if (event.target.closest(".close")) hideValue();
  const anchor = event.target.closest('a[href^="#L-"]');
  if (anchor) { const [, , side, line] = anchor.getAttribute("href").slice(1).split("-"); event.preventDefault(); goTo(side, +line); }
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape") hideValue(); });
$$('input[name="diff"]').forEach((radio) => radio.addEventListener("change", () => choose(radio.value)));
const unfold = $("#unfold");
if (unfold) {
  if (!$(".fold")) unfold.hidden = true;
  unfold.addEventListener("click", () => {
    const open = unfold.getAttribute("aria-pressed") !== "true";
    unfold.setAttribute("aria-pressed", open);
    unfold.textContent = open ? "Fold equal lines" : "Show all lines";
    $$(".fold").forEach((fold) => { fold.open = open; });
  });
}
const pick = $("#pick");
if (pick) {
  const names = new Set(values.map((v) => v.name));
  $("#names").append(...[...names].map((name) => make("option", { value: name })));
  pick.addEventListener("change", () => {
    const name = pick.value.trim().replace(/^(?!%)/, "%");
    const value = values.find((v) => v.name === name) || values.find((v) => [...v.before, ...v.after].some(([n]) => n === name));
    $("#picked").textContent = value ? "" : `no tensor is called ${name}`;
    if (value) showValue(value.index, pick);
  });
}
const log = $("#log");
if (log) log.addEventListener("toggle", () => {
  const list = $(".log", log);
  if (log.open && !list.firstChild) for (const value of values) if (value.chains.length) list.append(make("h3", {}, value.name), chainList(value.chains));
});
if (data.drawings && data.drawings.length) {
  for (const figure of $$(".drawing")) boards.push(new Board(figure));
  const first = $("table.values button.value"), changed = first && values[+first.dataset.value];
  boards.forEach((board, n) => board.show(Math.min(n, data.drawings.length - 1)));
  if (changed) compare(changed);
  addEventListener("resize", () => boards.forEach((board) => board.size()));
  dark.addEventListener("change", () => boards.forEach((board) => board.paint()));
}
link();
const asked = /^#value=(\d+)$/.exec(location.hash);
if (asked && values[+asked[1]]) showValue(+asked[1]);
document.documentElement.dataset.ready = "yes";
