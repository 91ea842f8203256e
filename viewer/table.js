// One hand in the browser: frames come as a base and changes by zone; stepping needs no server.
const filled = (f, values) => f.replace(/\{(\w+)\}/g, (_, k) => values[k]);

function el(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function dark(node) {
  const probe = el("span");
  probe.style.color = "var(--st-background-color)";
  node.appendChild(probe);
  const [r, g, b] = (getComputedStyle(probe).color.match(/[\d.]+/g) || [255, 255, 255]).map(Number);
  probe.remove();
  return r + g + b < 384;
}

class Replay {
  constructor(root, report) {
    this.root = root;
    this.report = report;
    this.at = 0;
    this.timer = null;
    this.hand = null;
    this.build();
    this.onKey = (e) => this.key(e);
    document.addEventListener("keydown", this.onKey);
  }

  build() {
    this.root.replaceChildren();
    const bar = el("div", "bar");
    this.buttons = {};
    for (const [id, sign, move] of [
      ["first", "|◀", () => 0], ["back", "◀", () => this.at - 1],
      ["next", "▶", () => this.at + 1], ["last", "▶|", () => this.last()],
    ]) {
      const b = el("button", "", sign);
      b.type = "button";
      b.dataset.action = id;
      b.onclick = () => this.go(move());
      this.buttons[id] = b;
      bar.appendChild(b);
    }
    this.slider = el("input", "slider");
    this.slider.type = "range";
    this.slider.min = 0;
    this.slider.oninput = () => this.go(Number(this.slider.value));
    this.jump = el("input", "jump");
    this.jump.type = "number";
    this.jump.min = 0;
    this.jump.onchange = () => this.go(Number(this.jump.value));
    this.count = el("span", "count");
    bar.append(this.slider, this.jump, this.count);
    this.words = el("div", "words");
    this.words.setAttribute("aria-live", "polite");
    this.table = el("div", "table");
    this.log = el("ol", "log");
    this.log.start = 0;
    const main = el("div", "main");
    main.append(this.table, this.log);
    this.root.append(bar, this.words, main);
  }

  load(data) {
    const same = this.hand === data.hand;
    this.hand = data.hand;
    this.data = data;
    this.root.classList.toggle("dark", dark(this.root));
    this.frames = [data.base];
    for (const d of data.deltas) this.frames.push({ ...this.frames[this.frames.length - 1], ...d });
    this.slider.max = this.jump.max = this.last();
    const t = data.labels;
    for (const [id, b] of Object.entries(this.buttons)) { b.title = t[id]; b.setAttribute("aria-label", t[id]); }
    this.slider.setAttribute("aria-label", t.step);
    this.jump.setAttribute("aria-label", t.jump);
    this.table.setAttribute("aria-label", t.table);
    this.log.setAttribute("aria-label", t.log);
    this.text = data.text[data.zh ? "zh" : "en"];
    this.log.replaceChildren(...this.text.map((text, i) => {
      const li = el("li"), b = el("button", "", text || "–");
      b.type = "button";
      b.tabIndex = -1;
      b.onclick = () => this.go(i);
      if (data.marks[i].flag) b.classList.add("flagged");
      li.appendChild(b);
      return li;
    }));
    this.at = same ? Math.min(this.at, this.last()) : Math.max(0, Math.min(data.start, this.last()));
    this.draw();
  }

  last() { return this.frames.length - 1; }

  go(i) {
    const to = Math.max(0, Math.min(Number.isFinite(i) ? Math.round(i) : 0, this.last()));
    if (to === this.at) { this.jump.value = this.slider.value = to; return; }
    this.at = to;
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.report({ hand: this.hand, at: this.at }), 500);
  }

  key(e) {
    const target = e.composedPath()[0];
    if (e.ctrlKey || e.altKey || e.metaKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName || "") || target.isContentEditable) return;
    if (target.closest && target.closest("[role=radiogroup],[role=tablist],[role=grid],[role=slider],[role=listbox]")) return;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last() }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    this.go(to);
  }

  tiles(box, tokens, small, rowLength) {
    if (rowLength) box.style.gridTemplateColumns = `repeat(${rowLength}, max-content)`;
    for (const token of tokens) {
      const [face, ...flags] = token.split("|");
      let name = this.data.names[face] || face;
      for (const f of flags) {
        const [flag, of] = f.split(":");
        const words = this.data.labels[`flag_${flag}`];
        if (words) name += `, ${filled(words, { n: of })}`;
      }
      box.appendChild(tile(token, name, small));
    }
    return box;
  }

  zone(z, value) {
    const box = el("div", `zone ${z.role} ${z.arrangement}`);
    box.dataset.zone = z.id;
    const label = this.data.zh ? z.zh : z.en;
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", z.seat === null ? label : `${this.data.seats[z.seat]}: ${label}`);
    box.appendChild(el("span", "label", label));
    if (z.arrangement === "counter") box.appendChild(el("b", "value", value));
    else if (z.arrangement === "words") {
      const rows = Array.isArray(value) ? value : Object.entries(value).map(([k, v]) => `${k} ${v}`);
      if (!rows.length) return null;
      box.appendChild(el("b", "value", rows.join(" · ")));
    } else if (z.arrangement === "melds") {
      if (!value.length) return null;
      for (const m of value) {
        const meld = el("span", "meld");
        meld.title = m.feeder === null ? m.kind : `${m.kind} ← ${this.data.seats[m.feeder]}`;
        this.tiles(meld, m.tiles, true);
        box.appendChild(meld);
      }
    } else {
      const empty = !value.length;
      if (empty && z.role !== "hand" && z.role !== "river") return null;
      if (z.role === "hand" || z.arrangement === "pile") box.firstChild.textContent = `${label} ${value.length}`;
      box.appendChild(this.tiles(el("span", "tiles"), value, z.role !== "hand", z.length));
    }
    return box;
  }

  draw() {
    const { data } = this, frame = this.frames[this.at], mark = data.marks[this.at];
    const panels = new Map(), order = data.bottom, n = data.seats.length;
    const center = el("section", "panel shared");
    const places = { 1: ["bottom"], 2: ["bottom", "top"], 3: ["bottom", "right", "left"], 4: ["bottom", "right", "top", "left"] }[n];
    data.seats.forEach((name, q) => {
      const p = el("section", "panel seat");
      if (places) p.style.gridArea = places[(q - order + n) % n];
      p.dataset.seat = q;
      if (mark.seat === q) p.classList.add("acting");
      p.appendChild(el("h4", "", `${q} ${name}`));
      panels.set(q, p);
    });
    for (const z of data.layout) {
      const drawn = this.zone(z, frame[z.id]);
      if (drawn && z.role === "score" && panels.get(z.seat)) panels.get(z.seat).firstChild.append(drawn);
      else if (drawn) (z.seat === null ? center : panels.get(z.seat) || center).appendChild(drawn);
    }
    this.table.className = `table ${places ? "around" : "listed"}`;
    this.table.replaceChildren(center, ...panels.values());
    this.words.textContent = this.text[this.at] || "–";
    this.words.classList.toggle("flagged", Boolean(mark.flag));
    if (mark.flag) this.words.textContent += ` [${mark.flag}]`;
    this.slider.value = this.jump.value = this.at;
    this.count.textContent = `${this.at} / ${this.last()}  ·  n ${mark.n}`;
    this.root.dataset.at = this.at;
    this.buttons.first.disabled = this.buttons.back.disabled = this.at === 0;
    this.buttons.last.disabled = this.buttons.next.disabled = this.at === this.last();
    const old = this.log.querySelector("[aria-current]");
    if (old) old.removeAttribute("aria-current");
    const li = this.log.children[this.at];
    if (li) { li.setAttribute("aria-current", "step"); this.log.scrollTop = li.offsetTop - this.log.clientHeight / 2; }
  }

  end() { document.removeEventListener("keydown", this.onKey); clearTimeout(this.timer); }
}

export default function (component) {
  const { data, parentElement, setStateValue } = component;
  const root = parentElement.querySelector("#mjlog");
  if (!root.replay) root.replay = new Replay(root, () => {});
  root.replay.report = (where) => setStateValue("where", where);
  root.replay.load(data);
  return () => { if (root.replay) { root.replay.end(); root.replay = null; } };
}
