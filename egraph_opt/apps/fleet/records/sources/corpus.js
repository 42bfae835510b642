"use strict";
// Sorts and searches the table, and draws what is known of a function when its row is chosen.
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const body = $(".functions tbody");
const rows = $$("tr.row", body);
const format = (x) => (x === null || x === undefined ? "–" : Number.isInteger(x) || Math.abs(x) >= 1000 ? Math.round(x).toLocaleString("en") : x.toPrecision(4));

function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// --- sorting: what has no number comes last either way

function sort(button) {
  const head = button.closest("th"), column = [...head.parentElement.children].indexOf(head);
  const down = head.getAttribute("aria-sort") === "ascending";
  $$("th", head.parentElement).forEach((other) => other.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const key = (row) => row.children[column].dataset.key;
  const words = column === 0;
  rows.sort((a, b) => {
    const x = key(a), y = key(b);
    if (x === "" || y === "") return (x === "") - (y === "");
    const order = words ? x.localeCompare(y) : x - y;
    return down ? -order : order;
  });
  $$("tr.details", body).forEach((row) => row.remove());
  $$(".open", body).forEach((open) => open.setAttribute("aria-expanded", "false"));
  body.append(...rows);
}

// --- searching

function search() {
  const words = $("#search").value.toLowerCase().split(/\s+/).filter(Boolean), only = $("#only").value;
  let count = 0;
  for (const row of rows) {
    const record = data[row.dataset.number];
    const text = `${record.function} ${record.source} ${record.reason}`.toLowerCase();
    row.hidden = Boolean(only && row.dataset.verdict !== only) || !words.every((word) => text.includes(word));
    const next = row.nextElementSibling;
    if (next && next.classList.contains("details")) next.hidden = row.hidden;
    count += !row.hidden;
  }
  $("#shown").textContent = count === rows.length ? "" : `${count} of ${rows.length}`;
}

// --- details

function details(record, columns) {
  const sides = [...new Set(Object.values(record.costs).flatMap((costs) => Object.keys(costs)))].sort((a, b) => (a === "ours") - (b === "ours") || a.localeCompare(b));
  const head = make("tr", {}, make("th", { scope: "col" }), ...sides.map((side) => make("th", { scope: "col", class: "number" }, side)));
  const lines = Object.entries(record.costs).map(([what, costs]) =>
    make("tr", {}, make("th", { scope: "row" }, what), ...sides.map((side) => make("td", { class: "number" }, format(costs[side])))));
  const known = make("div", { class: "known" }, make("p", {}, make("code", {}, record.source)));
  if (record.reason) known.append(make("p", {}, record.reason));
  if (sides.length) known.append(make("table", {}, make("thead", {}, head), make("tbody", {}, ...lines)));
  for (const [name, value] of Object.entries(record.more)) known.append(make("p", { class: "quiet" }, `${name}: ${value}`));
  known.append(make("p", { class: "quiet" }, `key: ${record.key.slice(0, 16)}`));
  return make("tr", { class: "details" }, make("td", { colspan: columns }, known));
}

function toggle(row) {
  const open = $(".open", row), shown = open.getAttribute("aria-expanded") === "true";
  open.setAttribute("aria-expanded", String(!shown));
  if (shown) row.nextElementSibling.remove();
  else row.after(details(data[row.dataset.number], row.children.length));
}

$$(".functions th button").forEach((button) => button.addEventListener("click", () => sort(button)));
body.addEventListener("click", (event) => {
  const row = event.target.closest("tr.row");
  if (row && !event.target.closest("a") && !String(getSelection())) toggle(row);
});
$("#search").addEventListener("input", search);
$("#only").addEventListener("change", search);
