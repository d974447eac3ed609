// Trees of plain objects, and the few lines that make a page look like one. Nodes with the same key stay the same
// element, so focus, scroll and running motions survive every update.

/** Describe an element: h("button", { class: "btn", on: { click } }, "Done"). False and null children are left out. */
export function h(tag, props, ...children) {
  return { tag, props: props || {}, children: children.flat(Infinity).filter(child => child != null && child !== false && child !== "") };
}

/** Describe an element whose inside is markup of our own making, an emblem or icon. Never give it text from outside. */
export function raw(tag, props, markup) {
  return { tag, props: props || {}, children: [], markup };
}

/** Make the inside of an element look like the given children. */
export function render(host, ...children) {
  children = h("", {}, children).children;
  const old = [...host.childNodes];
  const keyed = new Map(old.filter(node => node.made?.props?.key != null).map(node => [node.made.props.key, node]));
  const free = old.filter(node => node.made?.props?.key == null);
  let place = host.firstChild;
  for (const child of children) {
    const key = child.props?.key;
    let node = key != null ? keyed.get(key) : free.find(one => fits(one, child));
    if (node && fits(node, child)) {
      if (key == null) free.splice(free.indexOf(node), 1);
      else keyed.delete(key);
      update(node, child);
    } else {
      node = create(child);
    }
    if (node === place) place = place.nextSibling;
    else host.insertBefore(node, place);
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

const fits = (node, child) => (child.tag ? node.made?.tag === child.tag : node.nodeType === Node.TEXT_NODE);

function create(child) {
  if (!child.tag) return document.createTextNode(child);
  const node = document.createElement(child.tag);
  update(node, child);
  return node;
}

function update(node, child) {
  if (!child.tag) {
    if (node.data !== String(child)) node.data = child;
    return;
  }
  if (node.made === child) return; // the very same description: whoever keeps one says that nothing has changed
  const before = node.made?.props || {};
  for (const name of Object.keys(before)) if (!(name in child.props)) set(node, name, null, before[name]);
  for (const [name, value] of Object.entries(child.props)) if (name === "style" || before[name] !== value) set(node, name, value, before[name]);
  if (child.markup == null) {
    if (node.made?.markup != null) node.textContent = "";
    render(node, child.children);
  } else if (node.made?.markup !== child.markup) {
    node.innerHTML = child.markup;
  }
  node.made = child;
}

function set(node, name, value, before) {
  if (name === "key") return;
  if (name === "on") {
    for (const type of Object.keys(before || {})) if (!value?.[type]) node[`on${type}`] = null;
    for (const [type, listener] of Object.entries(value || {})) node[`on${type}`] = listener;
  } else if (name === "style") {
    // Written by script and not as an attribute, which the content security policy would refuse.
    for (const rule of Object.keys(before || {})) if (!(rule in (value || {}))) node.style.removeProperty(rule);
    for (const [rule, text] of Object.entries(value || {})) node.style.setProperty(rule, text);
  } else if (name === "value" || name === "checked" || name === "scrollTop") {
    if (node[name] !== value) node[name] = value ?? "";
  } else if (value == null || value === false) {
    node.removeAttribute(name);
  } else {
    node.setAttribute(name, value === true ? "" : value);
  }
}
