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

// --- layouts as drawings

const boards = [];
const dark = matchMedia("(prefers-color-scheme: dark)");

function element(drawing, register, lane, warp, block = 0) {
  let index = 0;
  [[register, drawing[2]], [lane, drawing[3]], [warp, drawing[4]], [block, drawing[5]]].forEach(([number, bases]) =>
    bases.forEach((basis, bit) => { if ((number >> bit) & 1) index ^= basis; }));
  return index;
}

// Who holds each element: the first holder, and the number of holders; a thread is warp and lane.
function holders(drawing) {
  const size = drawing[1].reduce((x, y) => x * y, 1), first = new Int32Array(size).fill(-1), count = new Uint16Array(size);
  const bits = drawing.slice(2).map((bases) => bases.length), [r, l, w, b] = bits;
  for (let n = 0; n < 1 << (r + l + w + b); n++) {
    const at = element(drawing, n & ((1 << r) - 1), (n >> r) & ((1 << l) - 1), (n >> (r + l)) & ((1 << w) - 1), n >> (r + l + w));
    if (first[at] < 0) first[at] = n;
    count[at]++;
  }
  const parts = (n) => ({ register: n & ((1 << r) - 1), lane: (n >> r) & ((1 << l) - 1), warp: (n >> (r + l)) & ((1 << w) - 1), block: n >> (r + l + w) });
  return { first, count, parts, registers: 1 << r, lanes: 1 << l, warps: 1 << w };
}

class Board {
  constructor(figure, other) {
    this.figure = figure;
    this.canvas = $("canvas", figure);
    this.select = $("select", figure);
    this.readout = $(".readout", figure);
    this.other = other;
    this.focus = 0;
    data.drawings.forEach((d, n) => this.select.append(make("option", { value: n }, `${layoutName(d[0])} over ${d[1].join("×")}`)));
    this.select.addEventListener("change", () => this.show(+this.select.value));
    this.canvas.addEventListener("pointermove", (e) => this.at(e));
    this.canvas.addEventListener("pointerdown", (e) => this.at(e));
    this.canvas.addEventListener("keydown", (e) => this.key(e));
    this.canvas.addEventListener("focus", () => this.point(this.focus));
  }

  show(n) {
    if (!(n >= 0)) return;
    this.select.value = n;
    this.drawing = data.drawings[n];
    this.held = holders(this.drawing);
    const shape = this.drawing[1];
    this.columns = shape[shape.length - 1];
    this.rows = shape.slice(0, -1).reduce((x, y) => x * y, 1);
    if (shape.length === 1 && this.columns > 64) { this.rows = this.columns / 32; this.columns = 32; }
    $(".full", this.figure).textContent = data.layouts[this.drawing[0]][1];
    const h = this.held;
    this.canvas.setAttribute("aria-label", `${layoutName(this.drawing[0])} over ${shape.join("×")}: ${count(h.registers, "register")}, ${count(h.lanes, "lane")}, ${count(h.warps, "warp")}. Arrow keys move.`);
    this.focus = 0;
    this.size();
    this.said();
  }

  size() {
    const width = Math.max(120, Math.min(this.figure.clientWidth, 680)), ratio = devicePixelRatio || 1;
    this.step = Math.max(Math.min(width / this.columns, 30), 0.5);
    if (this.rows * this.step > 620) this.step = Math.max(620 / this.rows, width / this.columns / 4);
    const [w, h] = [this.columns * this.step, this.rows * this.step];
    Object.assign(this.canvas.style, { width: `${w}px`, height: `${h}px` });
    this.canvas.width = Math.round(w * ratio);
    this.canvas.height = Math.round(h * ratio);
    this.scale = this.canvas.width / this.columns;
    this.tall = this.canvas.height / this.rows;
    this.paint();
  }

  colour(n) {
    const { warp, lane } = this.held.parts(n), hue = (250 + warp * (360 / Math.max(4, this.held.warps))) % 360;
    const shade = lane / Math.max(1, this.held.lanes - 1);
    return dark.matches ? `oklch(${0.34 + 0.38 * shade} 0.075 ${hue})` : `oklch(${0.93 - 0.38 * shade} 0.075 ${hue})`;
  }

  paint(marked = null) {
    const context = this.canvas.getContext("2d"), { first } = this.held, s = this.scale, t = this.tall;
    const same = marked === null ? null : this.thread(marked);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    for (let i = 0; i < first.length; i++) {
      const x = (i % this.columns) * s, y = Math.floor(i / this.columns) * t;
      context.fillStyle = first[i] < 0 ? "transparent" : this.colour(first[i]);
      context.fillRect(x, y, Math.ceil(s), Math.ceil(t));
    }
    if (s > 8) {
      context.strokeStyle = dark.matches ? "rgb(0 0 0 / 35%)" : "rgb(255 255 255 / 60%)";
      for (let c = 0; c <= this.columns; c++) { context.beginPath(); context.moveTo(c * s, 0); context.lineTo(c * s, this.canvas.height); context.stroke(); }
      for (let r = 0; r <= this.rows; r++) { context.beginPath(); context.moveTo(0, r * t); context.lineTo(this.canvas.width, r * t); context.stroke(); }
    }
    const ratio = devicePixelRatio || 1;
    if (s / ratio >= 24 && t / ratio >= 18) {
      context.fillStyle = dark.matches ? "#fff" : "#111";
      context.font = `${Math.min(s, t) * 0.36}px system-ui, sans-serif`;
      context.textAlign = "center";
      context.textBaseline = "middle";
      for (let i = 0; i < first.length; i++) if (first[i] >= 0) { const p = this.held.parts(first[i]); context.fillText(`${p.lane}:${p.register}`, (i % this.columns + 0.5) * s, (Math.floor(i / this.columns) + 0.5) * t); }
    }
    if (!same) return;
    context.lineWidth = Math.max(1.5, s / 9);
    context.strokeStyle = dark.matches ? "#fff" : "#000";
    for (const i of same) context.strokeRect((i % this.columns) * s + 1, Math.floor(i / this.columns) * t + 1, Math.max(2, s - 2), Math.max(2, t - 2));
    context.strokeStyle = "#e0660a";
    context.strokeRect((marked % this.columns) * s, Math.floor(marked / this.columns) * t, Math.max(3, s), Math.max(3, t));
  }

  // all elements that the thread holds which holds an element
  thread(index) {
    const n = this.held.first[index];
    if (n < 0) return [];
    const { lane, warp, block } = this.held.parts(n), found = new Set();
    for (let register = 0; register < this.held.registers; register++) found.add(element(this.drawing, register, lane, warp, block));
    return [...found];
  }

  at(event) {
    const box = this.canvas.getBoundingClientRect();
    const c = Math.floor(((event.clientX - box.left) / box.width) * this.columns), r = Math.floor(((event.clientY - box.top) / box.height) * this.rows);
    if (c >= 0 && c < this.columns && r >= 0 && r < this.rows) this.point(r * this.columns + c);
  }

  key(event) {
    const move = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.columns, ArrowDown: this.columns }[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const size = this.held.first.length;
    this.point((this.focus + move + size) % size);
  }

  point(index, told = false) {
    if (!this.held || index >= this.held.first.length) return;
    this.focus = index;
    this.paint(index);
    this.said(index);
    const other = boards.find((b) => b !== this);
    if (!told && other && other.held && other.held.first.length === this.held.first.length) other.point(index, true);
  }

  said(index) {
    const h = this.held;
    if (index === undefined) { this.readout.textContent = `${count(h.warps, "warp")} of ${count(h.lanes, "lane")} with ${count(h.registers, "register")} each${h.count[0] > 1 ? `; ${h.count[0]} threads or registers hold each element` : ""}.`; return; }
    const n = h.first[index], shape = this.drawing[1], place = [];
    for (let rest = index, d = shape.length - 1; d >= 0; d--) { place.unshift(rest % shape[d]); rest = Math.floor(rest / shape[d]); }
    const p = h.parts(n), more = h.count[index] - 1;
    this.readout.textContent = `Element [${place.join(", ")}]: warp ${p.warp}, lane ${p.lane}, register ${p.register}${more ? `, and ${more === 1 ? "a copy" : `${more} copies`}` : ""}.`;
  }
}

// show the layouts of a value, over its shape
function draw(layouts, type) {
  if (!boards.length) return;
  const shape = (/tensor<((?:\d+x)+)/.exec(type) || ["", ""])[1].split("x").filter(Boolean).join("x");
  const found = layouts.map((layout) => data.drawings.findIndex((d) => d[0] === layout && d[1].join("x") === shape));
  boards.forEach((board, n) => { const at = found[Math.min(n, found.length - 1)]; if (at >= 0) board.show(at); });
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
