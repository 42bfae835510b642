"use strict";
// Layouts as drawings, each on a board. `page.js` makes the boards and gives the data.
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
