// Made of page.html by scripts/make-page. Change that file, not this one.
// swift-format-ignore-file

/// What the page is made of.
enum PageText {
  static let html = ##"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bromide</title>
<link rel="icon" href="data:,">
<style>
:root {
  color-scheme: dark;
  --ground: #161616; --panel: #1d1d1d; --line: #2e2e2e; --text: #d6d6d6; --quiet: #8c8c8c; --mark: #d9a441;
}
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body { background: var(--ground); color: var(--text); font: 14px/1.45 system-ui, sans-serif; display: flex; flex-direction: column; }
button, input { font: inherit; color: inherit; }
button { background: none; border: 1px solid var(--line); border-radius: 4px; padding: 3px 10px; cursor: pointer; }
button:hover { border-color: var(--quiet); }
:focus-visible { outline: 2px solid var(--mark); outline-offset: 1px; }
header { display: flex; gap: 12px; align-items: center; padding: 10px 16px; border-bottom: 1px solid var(--line); min-height: 49px; }
header nav { flex: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
header a { color: var(--text); text-decoration: none; }
header a:hover { color: var(--mark); }
header .part::before { content: "/"; color: var(--quiet); margin: 0 7px; }
.quiet { color: var(--quiet); }
#table { flex: 1; overflow: auto; padding: 16px; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(190px, 1fr)); gap: 14px; margin: 0; padding: 0; list-style: none; }
.tile { display: block; width: 100%; padding: 0; border: 0; text-align: left; color: inherit; text-decoration: none; }
.tile .frame { aspect-ratio: 3 / 2; background: var(--panel); border-radius: 3px; overflow: hidden; display: flex; align-items: center; justify-content: center; }
.tile img { width: 100%; height: 100%; object-fit: contain; display: block; }
.tile:hover .frame { outline: 1px solid var(--quiet); }
.tile .name { margin-top: 5px; font-size: 12px; color: var(--quiet); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.tile:hover .name { color: var(--text); }
.folder .frame { aspect-ratio: 3 / 2; font-size: 13px; color: var(--quiet); border: 1px solid var(--line); background: none; }
#view { flex: 1; display: flex; min-height: 0; }
#stage { flex: 1; position: relative; min-width: 0; }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; cursor: crosshair; touch-action: none; display: block; }
canvas.drag { cursor: grabbing; }
#status { position: absolute; left: 12px; bottom: 10px; font-size: 12px; color: var(--quiet); background: #161616c0; padding: 2px 8px; border-radius: 3px; pointer-events: none; }
aside { width: 292px; border-left: 1px solid var(--line); background: var(--panel); overflow: auto; padding: 14px 16px; flex: none; }
aside h2 { font-size: 12px; font-weight: 600; color: var(--quiet); margin: 18px 0 8px; }
aside h2:first-child { margin-top: 0; }
.slider { display: grid; grid-template-columns: 1fr auto; gap: 0 8px; margin-bottom: 7px; font-size: 13px; }
.slider input { grid-column: 1 / 3; width: 100%; margin: 1px 0 0; accent-color: var(--mark); height: 18px; }
.slider output { color: var(--quiet); font-variant-numeric: tabular-nums; }
.slider.moved output { color: var(--mark); }
.colour { display: flex; gap: 12px; }
.swatch { width: 58px; height: 58px; border-radius: 3px; border: 1px solid var(--line); flex: none; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 1px 10px; margin: 0; font-size: 12.5px; font-variant-numeric: tabular-nums; }
dt { color: var(--quiet); }
dd { margin: 0; }
.row { display: flex; gap: 8px; margin-top: 8px; }
code { display: block; font: 12px/1.5 ui-monospace, monospace; background: var(--ground); border: 1px solid var(--line); border-radius: 3px; padding: 8px; overflow-wrap: anywhere; white-space: pre-wrap; }
#error { padding: 6px 16px; background: #4a2320; color: #f0c9c4; }
[hidden] { display: none !important; }
@media (max-width: 720px) {
  #view { flex-direction: column; }
  #stage { min-height: 55vh; flex: none; }
  aside { width: auto; border-left: 0; border-top: 1px solid var(--line); flex: 1; }
}
</style>
</head>
<body>
<header>
  <nav id="path" aria-label="Folder"></nav>
  <span id="count" class="quiet"></span>
  <span id="moves" hidden><button id="before" title="Previous picture (←)">‹</button> <button id="after" title="Next picture (→)">›</button> <button id="close" title="Back to the folder (Esc)">Close</button></span>
</header>
<div id="error" role="alert" hidden></div>
<main id="table"><ul class="grid" id="grid"></ul></main>
<main id="view" hidden>
  <div id="stage"><canvas id="canvas" tabindex="0" aria-label="The picture: drag to move, wheel to zoom, click to sample"></canvas><div id="status"></div></div>
  <aside>
    <h2>Colour</h2>
    <div id="sample" class="quiet">Click the picture to sample a colour.</div>
    <h2>Development</h2>
    <div id="sliders"></div>
    <div class="row"><button id="reset">Reset</button></div>
    <h2>As a command</h2>
    <code id="command"></code>
    <div class="row"><button id="copy">Copy</button><button id="copy-link">Copy IIIF address</button></div>
  </aside>
</main>
<script>
"use strict";
const $ = id => document.getElementById(id);
const make = (tag, className, text) => {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
};

// The parameters with sliders: name, label, least, most, step, and where the slider stands when nothing is set.
const parameters = [
  ["exposure", "Exposure", -4, 4, 0.05, 0], ["temperature", "Temperature", 2000, 12000, 50, 5500],
  ["tint", "Tint", -100, 100, 1, 0], ["contrast", "Contrast", 0.4, 2, 0.02, 1],
  ["highlights", "Highlights", -2, 2, 0.05, 0], ["shadows", "Shadows", -2, 2, 0.05, 0],
  ["whites", "Whites", -1, 1, 0.02, 0], ["blacks", "Blacks", -2, 2, 0.05, 0],
  ["clarity", "Clarity", -1, 1, 0.02, 0], ["saturation", "Saturation", 0, 3, 0.02, 1],
  ["vibrance", "Vibrance", -1, 1, 0.02, 0],
];
const own = new Set(["temperature", "tint"]);
// What the server was started with: flags, and the values at which sliders stand.
let served = { flags: "", values: {} };
let settings = {};
let folder = "", listing = null, open = null, viewer = null;

function fail(text) {
  $("error").textContent = text || "";
  $("error").hidden = !text;
}

async function ask(address, options) {
  const response = await fetch(address, options);
  const text = await response.text();
  if (!response.ok) {
    let reason = text.trim();
    try { reason = JSON.parse(text).reason || reason; } catch { }
    throw new Error(reason);
  }
  return JSON.parse(text);
}

// MARK: The light table

function showPath() {
  const nav = $("path");
  nav.replaceChildren();
  const link = (text, target, part) => {
    const a = make("a", part ? "part" : "", text);
    a.href = "#" + target;
    nav.append(a);
  };
  link("Pictures", "", false);
  const parts = folder ? decodeURIComponent(folder).split("/") : [];
  parts.forEach((part, i) => link(part, "f=" + encodeURIComponent(parts.slice(0, i + 1).join("/")), true));
  if (open) nav.append(make("span", "part", open.name));
  $("moves").hidden = !open;
}

async function showFolder(id) {
  if (!listing || folder !== id) {
    listing = await ask("/v1/list" + (id ? "/" + id : ""));
    folder = id;
    served = listing.development;
    const grid = $("grid");
    grid.replaceChildren();
    for (const entry of listing.folders) {
      const a = make("a", "tile folder");
      a.href = "#f=" + entry.id;
      a.append(make("div", "frame", "Folder"), make("div", "name", entry.name));
      grid.append(li(a));
    }
    for (const entry of listing.pictures) {
      const a = make("a", "tile");
      a.href = "#p=" + entry.id;
      const frame = make("div", "frame"), image = make("img");
      image.loading = "lazy";
      image.alt = entry.name;
      image.src = "/v1/preview/" + entry.id + "?size=480";
      image.onerror = () => frame.replaceChildren(make("span", "quiet", "Cannot be shown"));
      frame.append(image);
      a.append(frame, make("div", "name", entry.name));
      grid.append(li(a));
    }
    if (!listing.folders.length && !listing.pictures.length) grid.append(li(make("p", "quiet", "There are no pictures in this folder.")));
  }
  open = null;
  $("view").hidden = true;
  $("table").hidden = false;
  const n = listing.pictures.length;
  $("count").textContent = n + (listing.isCut ? " or more" : "") + (n === 1 ? " picture" : " pictures");
  showPath();
}

function li(child) {
  const item = make("li");
  item.append(child);
  return item;
}

// MARK: A picture

async function showPicture(id) {
  const path = decodeURIComponent(id), cut = path.lastIndexOf("/");
  const inFolder = cut < 0 ? "" : encodeURIComponent(path.slice(0, cut));
  if (!listing || folder !== inFolder) await showFolder(inFolder);
  const entry = listing.pictures.find(p => p.id === id) || { id, path, name: path.slice(cut + 1), isRaw: false };
  open = entry;
  $("table").hidden = true;
  $("view").hidden = false;
  showPath();
  $("count").textContent = "";
  $("sample").replaceChildren("Click the picture to sample a colour.");
  if (viewer) viewer.end();
  viewer = null;
  const info = await ask("/iiif/" + id + "/info.json");
  if (open !== entry) return;
  viewer = new Viewer($("canvas"), "/iiif/" + id, info);
  $("count").textContent = info.width + " × " + info.height;
  showSettings();
}

function query() {
  return Object.keys(settings).map(name => name + "=" + encodeURIComponent(settings[name])).join("&");
}

class Viewer {
  constructor(canvas, address, info) {
    Object.assign(this, { canvas, address, info });
    this.size = info.tiles[0].width;
    this.factors = info.tiles[0].scaleFactors;
    this.tiles = new Map();
    this.old = new Map();
    this.query = query();
    this.listeners = [];
    this.on(window, "resize", () => this.resize());
    this.on(canvas, "wheel", e => this.wheel(e), { passive: false });
    this.on(canvas, "pointerdown", e => this.down(e));
    this.on(canvas, "pointermove", e => this.move(e));
    this.on(canvas, "pointerup", e => this.up(e));
    this.on(canvas, "pointercancel", () => { this.drag = null; });
    this.resize();
    this.fit();
  }
  on(target, type, body, options) {
    target.addEventListener(type, body, options);
    this.listeners.push(() => target.removeEventListener(type, body, options));
  }
  end() { this.ended = true; this.listeners.forEach(f => f()); }
  resize() {
    const box = this.canvas.getBoundingClientRect();
    this.ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.max(1, Math.round(box.width * this.ratio));
    this.canvas.height = Math.max(1, Math.round(box.height * this.ratio));
    if (this.scale && this.fitted) this.fit();
    this.draw();
  }
  // scale: canvas pixels of a picture's pixel; x, y: the picture's place at the middle of the canvas.
  get fitting() { return Math.min(this.canvas.width / this.info.width, this.canvas.height / this.info.height) * 0.97; }
  fit() {
    this.scale = this.fitting;
    this.fitted = true;
    [this.x, this.y] = [this.info.width / 2, this.info.height / 2];
    this.draw();
  }
  zoom(factor, px = this.canvas.width / 2, py = this.canvas.height / 2) {
    const scale = Math.min(Math.max(this.scale * factor, Math.min(this.fitting, 1)), 8);
    const [dx, dy] = [px - this.canvas.width / 2, py - this.canvas.height / 2];
    this.x += dx / this.scale - dx / scale;
    this.y += dy / this.scale - dy / scale;
    this.fitted = scale === this.fitting;
    this.scale = scale;
    this.draw();
  }
  wheel(e) {
    e.preventDefault();
    this.zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.002)), ...this.at(e));
  }
  at(e) {
    const box = this.canvas.getBoundingClientRect();
    return [(e.clientX - box.left) * this.ratio, (e.clientY - box.top) * this.ratio];
  }
  down(e) {
    if (e.button) return;
    this.canvas.setPointerCapture(e.pointerId);
    this.drag = { from: this.at(e), x: this.x, y: this.y, moved: false };
  }
  move(e) {
    if (!this.drag) return;
    const [px, py] = this.at(e), [fx, fy] = this.drag.from;
    if (Math.hypot(px - fx, py - fy) > 4 * this.ratio) this.drag.moved = true;
    if (!this.drag.moved) return;
    this.canvas.classList.add("drag");
    this.fitted = false;
    this.x = this.drag.x - (px - fx) / this.scale;
    this.y = this.drag.y - (py - fy) / this.scale;
    this.draw();
  }
  up(e) {
    const drag = this.drag;
    this.drag = null;
    this.canvas.classList.remove("drag");
    if (!drag || drag.moved) return;
    const [px, py] = this.at(e);
    const x = (this.x + (px - this.canvas.width / 2) / this.scale) / this.info.width;
    const y = (this.y + (py - this.canvas.height / 2) / this.scale) / this.info.height;
    if (x >= 0 && y >= 0 && x < 1 && y < 1) { this.point = [x, y]; sample(x, y); this.draw(); }
  }
  // Other parameters: what is shown stays until its successor is there.
  change() {
    if (this.query === query()) return;
    for (const [key, tile] of this.tiles) if (tile.ready) this.old.set(key, tile);
    for (const tile of this.tiles.values()) if (!tile.ready) tile.image.src = "";
    this.tiles = new Map();
    this.query = query();
    this.draw();
  }
  draw() {
    if (this.pending || this.ended) return;
    this.pending = requestAnimationFrame(() => { this.pending = 0; this.paint(); });
  }
  factor() {
    let best = this.factors[0];
    for (const factor of this.factors) if (this.scale * factor <= 1.15) best = factor;
    return best;
  }
  paint() {
    if (this.ended || !this.scale) return;
    const context = this.canvas.getContext("2d"), { width, height } = this.info;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const left = this.canvas.width / 2 - this.x * this.scale, top = this.canvas.height / 2 - this.y * this.scale;
    context.imageSmoothingEnabled = this.scale < 2.5;
    const factor = this.factor(), coarsest = this.factors[this.factors.length - 1];
    // From coarse to fine: what is not there yet shows what is below it.
    let missing = 0;
    for (const f of factor === coarsest ? [coarsest] : [coarsest, factor]) {
      const span = this.size * f;
      const x0 = Math.max(0, Math.floor(-left / this.scale / span)), y0 = Math.max(0, Math.floor(-top / this.scale / span));
      const x1 = Math.min(Math.ceil(width / span), Math.ceil((this.canvas.width - left) / this.scale / span));
      const y1 = Math.min(Math.ceil(height / span), Math.ceil((this.canvas.height - top) / this.scale / span));
      for (let ty = y0; ty < y1; ty++) for (let tx = x0; tx < x1; tx++) {
        const tile = this.tile(f, tx, ty);
        const shown = tile.ready ? tile : this.old.get(tile.key);
        if (!tile.ready && !tile.failed) missing++;
        if (!shown) continue;
        const a = Math.round(left + tile.x * this.scale), b = Math.round(top + tile.y * this.scale);
        context.drawImage(shown.image, a, b,
          Math.round(left + (tile.x + tile.w) * this.scale) - a, Math.round(top + (tile.y + tile.h) * this.scale) - b);
      }
    }
    if (!missing) this.old.clear();
    if (this.point) {
      const [px, py] = [left + this.point[0] * width * this.scale, top + this.point[1] * height * this.scale];
      for (const [radius, colour] of [[7, "#000"], [6, "#fff"]]) {
        context.strokeStyle = colour;
        context.lineWidth = this.ratio;
        context.beginPath();
        context.arc(px, py, radius * this.ratio, 0, 7);
        context.stroke();
      }
    }
    $("status").textContent = Math.round(100 * this.scale / this.ratio * 10) / 10 + " %" + (missing ? " · loading" : "");
    document.documentElement.dataset.ready = missing ? "" : "yes";
  }
  tile(f, tx, ty) {
    const key = f + "," + tx + "," + ty;
    let tile = this.tiles.get(key);
    if (tile) return tile;
    const span = this.size * f, { width, height } = this.info;
    const x = tx * span, y = ty * span, w = Math.min(span, width - x), h = Math.min(span, height - y);
    const image = new Image();
    tile = { key, x, y, w, h, image, ready: false, failed: false };
    this.tiles.set(key, tile);
    image.onload = () => { tile.ready = true; this.draw(); };
    image.onerror = () => { tile.failed = true; this.draw(); };
    const region = w === width && h === height ? "full" : [x, y, w, h].join(",");
    image.src = this.address + "/" + region + "/" + Math.ceil(w / f) + "," + Math.ceil(h / f) + "/0/default.jpg" + (this.query ? "?" + this.query : "");
    return tile;
  }
}

// MARK: Colours

let sampled = 0;
async function sample(x, y) {
  const turn = ++sampled;
  const body = { picture: open.path, points: [{ x, y }], spaces: ["hex", "srgb", "lab"] };
  if (open.isRaw) {
    body.spaces.push("camera");
    body.light = "convert";
    body.parameters = Object.keys(settings).map(name => ({ name, value: String(settings[name]) }));
  }
  try {
    const answer = await ask("/v1/sample", {
      method: "POST", headers: { "Content-Type": "application/json", "Accept": "application/json" }, body: JSON.stringify(body),
    });
    if (turn === sampled) showSample(answer.samples[0]);
    fail();
  } catch (error) { fail("The colour cannot be sampled: " + error.message); }
}

function showSample(found) {
  const colours = Object.fromEntries(found.colors.map(c => [c.space, c]));
  const list = make("dl");
  const row = (name, text) => list.append(make("dt", "", name), make("dd", "", text));
  const numbers = (name, digits) => (colours[name].values || []).map(v => v.toFixed(digits)).join("  ");
  row("Hex", colours.hex.text);
  row("sRGB", numbers("srgb", 1));
  row("Lab", numbers("lab", 2));
  if (colours.camera) row("Camera", numbers("camera", 4));
  row("Pixel", (found.pixelX || 0) + ", " + (found.pixelY || 0));
  const swatch = make("div", "swatch");
  swatch.style.background = colours.hex.text;
  const box = make("div", "colour");
  box.append(swatch, list);
  $("sample").replaceChildren(box);
}

// MARK: Parameters

const sliders = new Map();
for (const [name, label, least, most, step, standard] of parameters) {
  const box = make("label", "slider"), output = make("output"), input = make("input");
  Object.assign(input, { type: "range", min: least, max: most, step, value: standard });
  box.append(make("span", "", label), output, input);
  box.title = "Double-click for the default";
  const digits = step >= 1 ? 0 : 2;
  const isServed = () => name in served.values;
  const show = () => {
    const isSet = name in settings, standing = isServed() ? served.values[name] : standard;
    box.classList.toggle("moved", isSet);
    input.value = isSet ? settings[name] : standing;
    output.textContent = isSet || isServed() || !own.has(name) ? Number(input.value).toFixed(digits) : "as shot";
  };
  input.addEventListener("input", () => {
    const value = Number(Number(input.value).toFixed(digits));
    if (isServed() ? value === served.values[name] : value === standard && !own.has(name)) delete settings[name]; else settings[name] = value;
    show();
    changed();
  });
  box.addEventListener("dblclick", () => { delete settings[name]; show(); changed(); });
  sliders.set(name, show);
  $("sliders").append(box);
}

let timer = 0;
function changed() {
  showSettings();
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (!viewer) return;
    viewer.change();
    if (viewer.point) sample(...viewer.point);
  }, 90);
}

// What the server leaves out, as it would have to look at the whole photo.
const untreated = " --ca none --hot-pixels none --capture-sharpen none --denoise none --output-sharpen none";
const quoted = text => /^[\w@%+=:,./-]+$/.test(text) ? text : "'" + text.replaceAll("'", "'\\''") + "'";
function showSettings() {
  for (const show of sliders.values()) show();
  if (!open) return;
  const flags = Object.keys(settings).map(name => " --" + name + " " + settings[name]).join("");
  $("command").textContent = "bromide convert " + quoted(open.path) + untreated + (served.flags && " " + served.flags) + flags;
}

$("reset").onclick = () => { settings = {}; changed(); };
async function copy(text, button) {
  const label = button.textContent;
  try { await navigator.clipboard.writeText(text); button.textContent = "Copied"; } catch { button.textContent = "Not allowed here"; }
  setTimeout(() => { button.textContent = label; }, 1200);
}
$("copy").onclick = e => copy($("command").textContent, e.target);
$("copy-link").onclick = e => copy(location.origin + "/iiif/" + open.id + "/full/max/0/default.jpg" + (query() ? "?" + query() : ""), e.target);

// MARK: Uploads

// One after another, so that what is whole is listed while the rest is on its way.
async function upload(files) {
  const inbox = listing && listing.inbox;
  if (!inbox) return fail("This server takes no files; bromide serve --inbox FOLDER does.");
  fail();
  for (const [i, file] of files.entries()) {
    $("count").textContent = "Uploading " + (i + 1) + " of " + files.length;
    try {
      await ask("/v1/inbox/" + encodeURIComponent(file.name), { method: "PUT", body: file });
    } catch (error) { return fail(file.name + ": " + error.message); }
  }
  listing = null;
  if (location.hash === "#f=" + inbox) follow(); else location.hash = "f=" + inbox;
}
addEventListener("dragover", e => e.preventDefault());
addEventListener("drop", e => {
  e.preventDefault();
  if (e.dataTransfer.files.length) upload([...e.dataTransfer.files]);
});

// MARK: Moving about

function go(step) {
  const i = listing.pictures.findIndex(p => p.id === open.id) + step;
  if (listing.pictures[i]) location.hash = "p=" + listing.pictures[i].id;
}
$("before").onclick = () => go(-1);
$("after").onclick = () => go(1);
$("close").onclick = () => { location.hash = folder ? "f=" + folder : ""; };
addEventListener("keydown", e => {
  if (!open || e.target.tagName === "INPUT" || e.ctrlKey || e.metaKey || e.altKey) return;
  const keys = {
    ArrowLeft: () => go(-1), ArrowRight: () => go(1), Escape: $("close").onclick,
    "+": () => viewer?.zoom(1.5), "-": () => viewer?.zoom(1 / 1.5), "0": () => viewer?.fit(),
    "1": () => viewer?.zoom(viewer.ratio / viewer.scale),
  };
  if (keys[e.key]) { e.preventDefault(); keys[e.key](); }
});

async function follow() {
  fail();
  const hash = location.hash.slice(1);
  try {
    if (hash.startsWith("p=")) {
      // Behind the picture may stand parameters, and a place to sample: #p=a.nef&exposure=0.5&at=0.3,0.4
      const [id, ...rest] = hash.slice(2).split("&");
      let at = null;
      for (const item of rest) {
        const [name, value] = item.split("=");
        if (parameters.some(p => p[0] === name)) settings[name] = Number(value);
        if (name === "at") at = value.split(",").map(Number);
      }
      await showPicture(id);
      if (at && viewer) {
        viewer.point = at;
        viewer.draw();
        await sample(...at);
      }
    } else {
      if (viewer) viewer.end();
      viewer = null;
      await showFolder(hash.startsWith("f=") ? hash.slice(2) : "");
    }
  } catch (error) { fail(error.message); }
}
addEventListener("hashchange", follow);
follow();
</script>
</body>
</html>
"""##
}
