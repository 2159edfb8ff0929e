// Made of page.html by scripts/make-page. Change that file, not this one.
// swift-format-ignore-file

/// What the page is made of.
enum PreviewPageText {
  static let html = ##"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview</title>
<link rel="icon" href="data:,">
<style>
:root {
  color-scheme: dark;
  --ground: #161616; --panel: #1d1d1d; --line: #2e2e2e; --text: #d6d6d6; --quiet: #8c8c8c; --mark: #d9a441;
  --s0: #6cb2eb; --s1: #f28c6a; --s2: #8fce7e; --s3: #c79bea;
}
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body { background: var(--ground); color: var(--text); font: 14px/1.45 system-ui, sans-serif; display: flex; flex-direction: column; }
button, input { font: inherit; color: inherit; }
button { background: none; border: 1px solid var(--line); border-radius: 4px; padding: 3px 10px; cursor: pointer; }
button:hover { border-color: var(--quiet); }
:focus-visible { outline: 2px solid var(--mark); outline-offset: 1px; }
header { display: flex; gap: 12px; align-items: baseline; padding: 10px 16px; border-bottom: 1px solid var(--line); }
h1 { font: inherit; font-weight: 600; margin: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#facts { flex: 1; }
.quiet { color: var(--quiet); }
#problems { background: #4a2320; color: #f0c9c4; padding: 8px 16px; max-height: 30vh; overflow: auto; }
#problems p { margin: 0 0 4px; }
#problems dl { display: grid; grid-template-columns: auto 1fr; gap: 1px 12px; margin: 0; font-size: 13px; }
#problems dt { text-align: right; font-variant-numeric: tabular-nums; }
#problems dd { margin: 0; }
#problems code { font: 12px/1.5 ui-monospace, monospace; white-space: pre-wrap; opacity: .75; display: block; }
#notes { margin: 0; padding: 6px 16px 6px 32px; border-bottom: 1px solid var(--line); color: var(--quiet); font-size: 13px; }
main { flex: 1; min-height: 0; display: flex; }
#stage { flex: 1; min-width: 0; position: relative; display: flex; align-items: center; justify-content: center; }
#stage img { max-width: 100%; max-height: 100%; display: block; }
#stage.old img { opacity: .35; }
.photo #stage img { cursor: crosshair; }
#wrong { position: absolute; left: 0; right: 0; top: 40%; text-align: center; padding: 0 10%; }
#status { position: absolute; left: 12px; bottom: 10px; font-size: 12px; color: var(--quiet); background: #161616c0; padding: 2px 8px; border-radius: 3px; pointer-events: none; font-variant-numeric: tabular-nums; }
aside { width: 250px; border-left: 1px solid var(--line); background: var(--panel); padding: 14px 16px; flex: none; }
.swatch { width: 100%; height: 58px; border-radius: 3px; border: 1px solid var(--line); margin-bottom: 10px; }
aside dl { display: grid; grid-template-columns: auto 1fr; gap: 1px 10px; margin: 0; font-size: 12.5px; font-variant-numeric: tabular-nums; }
dt { color: var(--quiet); }
dd { margin: 0; }
#problems dt { color: inherit; }
#transport { display: flex; gap: 12px; align-items: center; padding: 8px 16px; border-top: 1px solid var(--line); }
#transport input { flex: 1; accent-color: var(--mark); margin: 0; }
#play { width: 68px; }
#time { font-variant-numeric: tabular-nums; white-space: nowrap; }
#graphs { max-height: 38vh; overflow: auto; border-top: 1px solid var(--line); background: var(--panel); }
.graph { display: grid; grid-template-columns: 150px 1fr; gap: 0 12px; padding: 6px 16px; border-bottom: 1px solid var(--line); }
.graph h2 { font: inherit; font-size: 13px; margin: 0; }
.graph .values { font-size: 12px; font-variant-numeric: tabular-nums; }
.graph .values i { display: inline-block; width: 10px; height: 3px; margin-right: 6px; vertical-align: 3px; }
.plot { position: relative; height: 64px; margin-right: 46px; cursor: ew-resize; touch-action: none; }
.light .plot { height: 128px; }
.plot svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
.plot svg * { vector-effect: non-scaling-stroke; fill: none; stroke-width: 1.5; }
.plot .mark { stroke-width: 6; stroke-linecap: round; }
.plot .step { stroke: var(--quiet); stroke-width: 1; stroke-dasharray: 3 3; }
.plot .gap { stroke: var(--s3); stroke-width: 1; }
.plot b { position: absolute; top: 0; bottom: 0; width: 1px; background: var(--mark); pointer-events: none; }
.plot span { position: absolute; left: calc(100% + 8px); font-size: 11px; color: var(--quiet); pointer-events: none; }
.plot span.high { top: -3px; } .plot span.low { bottom: -3px; }
[hidden] { display: none !important; }
@media (max-width: 720px) { main { flex-direction: column; } aside { width: auto; border-left: 0; border-top: 1px solid var(--line); } .graph { grid-template-columns: 1fr; } }
</style>
</head>
<body>
<header><h1 id="name">Preview</h1><span id="facts" class="quiet"></span><span id="news" class="quiet" role="status"></span></header>
<div id="problems" role="alert" hidden></div>
<ul id="notes" hidden></ul>
<main>
  <div id="stage"><img id="picture" alt="" hidden><div id="wrong" role="alert"></div><div id="status" hidden></div></div>
  <aside id="colour" aria-live="polite" hidden><p class="quiet">Click the photo to sample a colour.</p></aside>
</main>
<div id="transport" hidden>
  <button id="play" aria-pressed="false" title="Play or pause (space)">Play</button>
  <input id="slider" type="range" min="0" value="0" step="1" aria-label="Frame">
  <output id="time" for="slider"></output>
</div>
<section id="graphs" aria-label="Graphs" hidden></section>
<script>
"use strict";
const $ = id => document.getElementById(id);
const make = (tag, className, text) => {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
};
const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));
const page = Math.random().toString(36).slice(2);
let state = { version: 0, frames: 0 }, n = 0, playing = false, heads = [];

async function ask(target) {
  const response = await fetch(target, { cache: "no-store" });
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.json();
}

// MARK: Frames

// Pictures that were shown: a second run through them does not ask again.
const kept = new Map(), mostKept = 300;
let wanted = null, busy = null, address = "";

function target(frame) {
  const box = $("stage").getBoundingClientRect(), ratio = devicePixelRatio || 1;
  const sixteenths = length => Math.max(16, Math.min(8192, Math.floor(length * ratio / 16) * 16));
  if (state.kind === "photo") return "frame?width=" + sixteenths(box.width) + "&height=" + sixteenths(box.height);
  return "frame?width=" + sixteenths(Math.min(box.width, box.height * state.width / state.height)) + "&n=" + frame;
}

async function load(from) {
  if (kept.has(from)) return kept.get(from);
  const began = performance.now(), version = state.version;
  const response = await fetch(from + "&page=" + page, { cache: "no-store" });
  if (response.status === 409) return null;
  if (!response.ok) throw new Error((await response.text()).trim());
  const remark = decodeURIComponent(response.headers.get("X-Bromide-Remark") || "");
  const made = { url: URL.createObjectURL(await response.blob()), remark, milliseconds: performance.now() - began };
  if (version !== state.version) return null;
  kept.set(from, made);
  if (kept.size > mostKept) {
    const [oldest, old] = kept.entries().next().value;
    kept.delete(oldest);
    URL.revokeObjectURL(old.url);
  }
  return made;
}

// One request at a time: of those that come meanwhile only the last is made.
function draw() {
  wanted = n;
  busy = busy || (async () => {
    while (wanted !== null) {
      const frame = wanted, from = target(frame);
      wanted = null;
      try {
        const made = await load(from);
        if (!made) continue;
        $("picture").src = made.url;
        await $("picture").decode();
        $("picture").hidden = false;
        $("picture").alt = state.kind === "photo" ? state.name : "Frame " + frame;
        $("wrong").textContent = made.remark;
        $("stage").classList.remove("old");
        $("status").textContent = $("picture").naturalWidth + " × " + $("picture").naturalHeight + " · " + Math.round(made.milliseconds) + " ms";
        $("status").hidden = false;
        address = from;
      } catch (error) {
        $("wrong").textContent = error.message;
        $("stage").classList.add("old");
      }
      document.documentElement.dataset.shown = state.version + ":" + frame;
    }
    busy = null;
  })();
  return busy;
}

function show(frame) {
  n = Math.max(0, Math.min(frame, state.frames - 1));
  $("slider").value = n;
  const time = (n / state.rate).toFixed(2) + " s · frame " + n;
  $("time").textContent = time + " of 0–" + (state.frames - 1);
  $("slider").setAttribute("aria-valuetext", time);
  for (const head of heads) head();
  return draw();
}

async function play() {
  playing = !playing;
  $("play").textContent = playing ? "Pause" : "Play";
  $("play").setAttribute("aria-pressed", playing);
  const first = n >= state.frames - 1 ? 0 : n, began = performance.now();
  while (playing && state.frames > 1) {
    const frame = (first + Math.floor((performance.now() - began) / 1000 * state.rate)) % state.frames;
    if (frame !== n) await show(frame);
    await new Promise(requestAnimationFrame);
  }
}
$("play").onclick = play;
$("slider").oninput = () => show(Number($("slider").value));

// MARK: Graphs

const colours = ["var(--s0)", "var(--s1)", "var(--s2)", "var(--s3)"];
const short = value => Math.abs(value) >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString();

// A plot of lines { name, colour, points, marks, at }, over which a line shows where the playhead is.
function plot(title, unit, lines, span, place, extra = "", className = "") {
  const all = lines.flatMap(line => line.points.filter(p => p[1] !== null).map(p => p[1]));
  let low = Math.min(...all), high = Math.max(...all);
  if (!(high - low > 1e-9)) { low -= 1; high += 1; }
  const x = value => (1000 * value / span).toFixed(2), y = value => (96 - 92 * (value - low) / (high - low)).toFixed(2);
  const box = make("div", "graph " + className), label = make("div"), area = make("div", "plot");
  let paths = extra;
  for (const line of lines) {
    let d = "", isDown = false;
    for (const [t, v] of line.points) {
      if (v !== null) d += (isDown ? "L" : "M") + x(t) + " " + y(v);
      isDown = v !== null;
    }
    paths += `<path d="${d}" stroke="${line.colour}"/>`;
    for (const [t, v] of line.marks || []) paths += `<path class="mark" d="M${x(t)} ${y(v)}h0" stroke="${line.colour}"/>`;
  }
  area.innerHTML = `<svg viewBox="0 0 1000 100" preserveAspectRatio="none" role="img">${paths}</svg>`;
  area.firstChild.setAttribute("aria-label", title + " from " + short(low) + " to " + short(high) + " " + unit);
  const head = make("b");
  area.append(make("span", "high", short(high)), make("span", "low", short(low)), head);
  const values = make("div", "values quiet");
  label.append(make("h2", "", title + (unit ? ", " + unit : "")), values);
  box.append(label, area);
  const scrub = event => {
    const r = area.getBoundingClientRect();
    show(place.frame(Math.max(0, Math.min(1, (event.clientX - r.left) / r.width)) * span));
  };
  area.onpointerdown = event => { area.setPointerCapture(event.pointerId); scrub(event); };
  area.onpointermove = event => { if (area.hasPointerCapture(event.pointerId)) scrub(event); };
  heads.push(() => {
    const now = place.now();
    head.hidden = now === null;
    if (now !== null) head.style.left = 100 * now / span + "%";
    values.replaceChildren(...lines.flatMap(line => {
      const value = line.at();
      if (value === null || value === undefined) return [];
      const row = make("div"), key = make("i");
      key.style.background = line.colour;
      row.append(key, (line.name ? line.name + " " : "") + short(value));
      return [row];
    }));
  });
  return box;
}

function draws(graph) {
  heads = [];
  const seconds = state.frames / state.rate, boxes = [];
  for (const lapse of graph.lapses || []) {
    const count = lapse.photos.length, now = () => lapse.shown[n - lapse.first] ?? null;
    const place = { now, frame: photo => {
      const nearest = Math.round(photo), found = lapse.shown.findIndex(p => p >= nearest);
      return lapse.first + (found < 0 ? lapse.shown.length - 1 : found);
    } };
    const span = Math.max(1, count - 1);
    const line = (name, values, colour, marks) => ({ name, colour, points: values.map((v, i) => [i, v]), marks, at: () => now() === null ? null : values[now()] });
    const at = (name, places) => places.map(i => `<path class="${name}" d="M${1000 * (i - 0.5) / span} 0V100"/>`).join("");
    boxes.push(plot(lapse.isMeasured ? "Light" : "Settings", "EV", [
      line("as taken", lapse.before, "var(--quiet)", lapse.outliers.map(i => [i, lapse.before[i]])),
      line("evened out", lapse.after, "var(--s0)"),
    ], span, place, at("step", lapse.steps) + at("gap", lapse.gaps), "light"));
    boxes.push(plot("Correction", "EV", [line("", lapse.corrections, "var(--s1)")], span, place));
  }
  const place = {
    now: () => seconds * n / Math.max(1, state.frames - 1),
    frame: time => Math.round(time / seconds * (state.frames - 1)),
  };
  for (const curve of graph.curves || []) {
    boxes.push(plot(curve.name, curve.unit, curve.lines.map(line => {
      const source = state.sources[line.source], k = line.points.length - 1;
      return { ...line, colour: colours[line.place % colours.length], at: () => {
        const frame = n - source.first;
        if (frame < 0 || frame >= source.count) return null;
        const p = k * frame / Math.max(1, source.count - 1), i = Math.min(Math.floor(p), k - 1);
        return line.points[i][1] + (p - i) * (line.points[i + 1][1] - line.points[i][1]);
      } };
    }), seconds, place));
  }
  $("graphs").replaceChildren(...boxes);
  $("graphs").hidden = !boxes.length;
}

// MARK: The colour of a place in a photo

let sampled = 0;
$("picture").onclick = async event => {
  if (state.kind !== "photo") return;
  const box = $("picture").getBoundingClientRect(), turn = ++sampled;
  try {
    const answer = await ask("color?x=" + (event.clientX - box.left) / box.width + "&y=" + (event.clientY - box.top) / box.height);
    if (turn !== sampled) return;
    const found = answer.samples[0], list = make("dl"), swatch = make("div", "swatch");
    for (const [space, name, digits] of [["hex", "Hex"], ["srgb", "sRGB", 1], ["lab", "Lab", 2], ["camera", "Camera", 4]]) {
      const colour = found.colors.find(c => c.space === space);
      if (colour) list.append(make("dt", "", name), make("dd", "", colour.text || colour.values.map(v => v.toFixed(digits)).join("  ")));
      if (space === "hex") swatch.style.background = colour.text;
    }
    list.append(make("dt", "", "Pixel"), make("dd", "", (found.pixelX || 0) + ", " + (found.pixelY || 0)));
    $("colour").replaceChildren(swatch, list);
  } catch (error) { $("colour").replaceChildren(make("p", "", error.message)); }
};

// MARK: Changes

async function reload() {
  const next = await ask("state"), graph = next.kind === "photo" ? {} : await ask("graph");
  state = { frames: 0, ...next };
  for (const old of kept.values()) URL.revokeObjectURL(old.url);
  kept.clear();
  const isPhoto = state.kind === "photo";
  document.title = state.name + " – Bromide";
  document.body.classList.toggle("photo", isPhoto);
  $("name").textContent = state.name;
  $("facts").textContent = state.frames ? state.width + " × " + state.height + " · " + state.frames + " frames, " + short(state.rate) + " a second" : "";
  $("news").textContent = state.isMeasuring ? "measuring " + state.photos + " photos; frames are not evened out yet" : "";
  const list = make("dl");
  for (const problem of state.problems) {
    const told = make("dd");
    if (problem.code) told.append(make("code", "", problem.code));
    told.append(problem.reason);
    list.append(make("dt", "", problem.line === null ? "" : "line " + problem.line), told);
  }
  $("problems").replaceChildren(...(state.isStale ? [make("p", "", "The frames below are those of before.")] : []), list);
  $("problems").hidden = !state.problems.length;
  $("notes").replaceChildren(...state.notes.map(text => make("li", "", text)));
  $("notes").hidden = !state.notes.length;
  $("transport").hidden = state.frames < 2;
  $("colour").hidden = !isPhoto;
  $("slider").max = Math.max(0, state.frames - 1);
  draws(graph);
  if (isPhoto) return draw();
  if (state.frames) return show(n);
}

async function follow() {
  for (;;) {
    const began = performance.now();
    try {
      const { version } = await ask("changes?after=" + state.version);
      if (version !== state.version) await reload();
      // Too many pages wait: this one looks from time to time.
      else if (performance.now() - began < 1000) await pause(2000);
    } catch {
      $("news").textContent = "bromide preview has ended";
      await pause(1000);
    }
  }
}
follow();

let timer = 0;
addEventListener("resize", () => {
  clearTimeout(timer);
  timer = setTimeout(() => { if (state.version && target(n) !== address) draw(); }, 200);
});
addEventListener("keydown", event => {
  if (state.frames < 2 || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = event.shiftKey ? 10 : 1;
  const keys = {
    " ": play, ArrowLeft: () => show(n - step), ArrowRight: () => show(n + step),
    Home: () => show(0), End: () => show(state.frames - 1),
  };
  if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
});
</script>
</body>
</html>
"""##
}
