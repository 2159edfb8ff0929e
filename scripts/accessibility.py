"""Rules of accessibility (WCAG 2.2 AA) for the servers' pages, which need no other program than Chromium."""

# The faults of the shown document. Text has a contrast of 4.5, or 3 if it is large. A target has 24 pixels, or a circle of 24 pixels
# around its middle that no other target touches.
RULES = r"""(() => {
  const faults = [], seen = new Set();
  const name = node => node.tagName.toLowerCase() + (node.id ? '#' + node.id : '') + (node.className ? '.' + node.className : '');
  const isShown = node => node.checkVisibility({ visibilityProperty: true, opacityProperty: false }) && node.getClientRects().length > 0;
  const dialog = document.querySelector('dialog[open]'), root = dialog || document.body;
  if (!document.documentElement.lang) faults.push('the document has no language');
  if (!document.title) faults.push('the document has no title');
  for (const node of document.querySelectorAll('[id]')) {
    if (seen.has(node.id)) faults.push('two elements are ' + name(node));
    seen.add(node.id);
  }
  for (const node of document.querySelectorAll('[aria-labelledby]')) {
    for (const id of node.getAttribute('aria-labelledby').split(' ')) if (!seen.has(id)) faults.push(name(node) + ' names ' + id);
  }
  if ([...document.querySelectorAll('main')].filter(isShown).length !== 1) faults.push('one main part must be shown');
  let level = 0;
  for (const node of document.querySelectorAll('h1, h2, h3, h4')) {
    if (!isShown(node)) continue;
    const next = Number(node.tagName[1]);
    if (next > level + 1) faults.push(name(node) + ' follows level ' + level);
    level = next;
  }
  // The colours of a text.
  const parse = text => (v => [v[0], v[1], v[2], v[3] ?? 1])(text.match(/[\d.]+/g).map(Number));
  const over = (top, below) => top.slice(0, 3).map((v, i) => v * top[3] + below[i] * (1 - top[3]));
  const ground = node => {
    if (!node) return [255, 255, 255];
    const own = parse(getComputedStyle(node).backgroundColor);
    return own[3] === 1 ? own.slice(0, 3) : over(own, ground(node.parentElement));
  };
  const light = color => color.slice(0, 3).map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode());) {
    const node = text.parentElement;
    if (!text.data.trim() || ['SCRIPT', 'STYLE', 'OPTION'].includes(node.tagName) || !isShown(node)) continue;
    if (node.closest('label')?.control?.disabled || node.closest('h1, #live')) continue;
    const style = getComputedStyle(node), behind = ground(node), color = parse(style.color);
    for (let up = node; up; up = up.parentElement) color[3] *= Number(getComputedStyle(up).opacity);
    const pair = [light(over(color, behind)), light(behind)].sort((a, b) => b - a);
    const size = parseFloat(style.fontSize), isLarge = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
    const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
    if (ratio < (isLarge ? 3 : 4.5)) faults.push(name(node) + ' “' + text.data.trim().slice(0, 20) + '” has a contrast of ' + ratio.toFixed(2));
  }
  // The sizes of targets. The browser chooses the size of a checkbox.
  const targets = [...root.querySelectorAll('a[href], button, select, input:not([type=checkbox])')].filter(isShown)
    .map(node => ({ node, box: node.getBoundingClientRect() }));
  for (const { node, box } of targets) {
    if (box.width >= 24 && box.height >= 24) continue;
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    const near = targets.find(other => other.node !== node &&
      Math.hypot(Math.max(other.box.left - x, 0, x - other.box.right), Math.max(other.box.top - y, 0, y - other.box.bottom)) < 12);
    if (near) faults.push(name(node) + ' of ' + Math.round(box.width) + '×' + Math.round(box.height) + ' is too near to ' + name(near.node));
  }
  return faults;
})()"""

# The elements that the Tab key should reach, in the order of the document. One radio button of a group is a stop.
STOPS = r"""(() => {
  const root = document.querySelector('dialog[open]') || document.body;
  const nodes = [...root.querySelectorAll('a[href], button, select, input, [tabindex]')].filter(node =>
    node.tabIndex >= 0 && !node.disabled && node.checkVisibility({ visibilityProperty: true }) && node.getClientRects().length > 0);
  return (window.stops = nodes.filter(node => {
    if (node.type !== 'radio') return true;
    const group = nodes.filter(other => other.name === node.name);
    return node === (group.find(other => other.checked) || group[0]);
  })).length;
})()"""

# Roles that a person uses, and pictures: each needs a name.
NAMED = {"button", "link", "slider", "combobox", "radio", "checkbox", "image", "img", "dialog", "navigation", "search", "radiogroup",
         "complementary"}


def faults(browser):
    """Returns sentences about roles, names, contrast, sizes and the order of the focus of the shown page. The focus stays."""
    found = browser.value(RULES)
    for node in browser.call("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value")
        if not node.get("ignored") and role in NAMED and not node.get("name", {}).get("value", "").strip():
            found.append(f"a {role} without a name")
    count = browser.value(STOPS)
    browser.value("window.last = document.activeElement, stops[0]?.focus(), 0")
    for index in range(count):
        stop = browser.value(
            "(node => [stops.indexOf(node), node.tagName + ' ' + node.id, getComputedStyle(node).outlineStyle !== 'none' || "
            "getComputedStyle(node.nextElementSibling || node).outlineStyle !== 'none', "
            "(box => box.bottom > 0 && box.top < innerHeight)(node.getBoundingClientRect())])(document.activeElement)")
        if stop[0] != index:
            found.append(f"Tab stops at {stop[1]} instead of stop {index + 1} of {count}")
            break
        # The first one has the focus by a script.
        if index > 0 and not stop[2]:
            found.append(f"the focus of {stop[1]} cannot be seen")
        if not stop[3]:
            found.append(f"the focus is at {stop[1]} outside of the page")
        for kind in ["keyDown", "keyUp"]:
            browser.call("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)
    browser.value("last === document.body ? document.activeElement.blur() : last.focus(), 0")
    return found
