// Tiles drawn as strokes and dots in a 30 x 40 box; nothing here needs a font.
const NS = "http://www.w3.org/2000/svg";
const INK = "#1d2b4f", RED = "#b3261e", GREEN = "#1f6b3a", BLUE = "#23509e";
const CHAR = {
  1: "M2 8H18", 2: "M4 4H16M2 13H18", 3: "M4 2H16M5 8H15M2 14H18",
  4: "M3 3H17V14H3ZM8 3V8L6 10M12 3V9H15", 5: "M3 2H17M10 2L8 14M5 8H15V14M2 14H18",
  6: "M10 1V4M2 6H18M8 9L4 15M12 9L17 15", 7: "M2 8L18 5M10 1V13Q10 15 13 15H17V12",
  8: "M8 3Q7 10 3 15M11 2Q13 10 18 15", 9: "M3 6H14Q13 14 16 15L18 12M9 1Q9 10 3 15",
  wan: "M2 2H18M9 2Q9 11 3 17M8 8H16Q16 16 14 17L11 16",
  E: "M3 4H17M9 1L5 10H17M11 7V18L8 16M7 12L4 16M14 12L17 16",
  S: "M3 4H17M10 1V7M4 18V7H16V18M7.5 9L8.5 11M12.5 9L11.5 11M7 12H13M7 15H13M10 12V18",
  W: "M2 3H18M4 7H16V18H4ZM8 3V9Q8 12 5 13M12 3V11H15",
  N: "M7 2V18M2 8H7M2 16L7 13M12 2V15Q12 17 14 17H18V14M17 6L12 9",
  C: "M3 6H17V13H3ZM10 1V19", F: "M6 3L4 8H17M11 2Q9 12 3 18M7 11H14Q13 16 7 19M8 12Q11 17 17 18M13 3L15 5",
};
const GLYPH = {
  0: "M2 1H8V13H2Z", 1: "M3 3L5 1V13", 2: "M2 1H8V7H2V13H8", 3: "M2 1H8V13H2M3 7H8", 4: "M2 1V7H8M8 1V13",
  5: "M8 1H2V7H8V13H2", 6: "M8 1H2V13H8V7H2", 7: "M2 1H8L4 13", 8: "M2 1H8V13H2ZM2 7H8", 9: "M8 7H2V1H8V13H2",
  A: "M1 13L5 1L9 13M3 9H7", J: "M8 1V13H2V10", Q: "M2 1H8V13H2ZM6 10L9 14", K: "M2 1V13M8 1L2 7L8 13",
  R: "M2 13V1H8V7H2M5 7L8 13", B: "M2 1H7V7H2V1V13H8V7", "?": "M2 4V1H8V7H5V9M5 12V13",
};
const SUIT = {
  S: "M15 16L22 25Q21 30 15 27Q9 30 8 25ZM15 26L12 33H18Z", H: "M15 33L7 24Q6 17 12 18L15 21L18 18Q24 17 23 24Z",
  C: "M15 16A4 4 0 1 1 14.9 16M10 23A4 4 0 1 1 9.9 23M20 23A4 4 0 1 1 19.9 23M15 24L12 34H18Z", D: "M15 16L22 25L15 34L8 25Z",
};
const DOTS = {
  2: [[15, 12], [15, 28]], 3: [[8, 10], [15, 20], [22, 30]], 4: [[10, 12], [20, 12], [10, 28], [20, 28]],
  5: [[9, 10], [21, 10], [15, 20], [9, 30], [21, 30]], 6: [[10, 10], [20, 10], [10, 20], [20, 20], [10, 30], [20, 30]],
  7: [[7, 8], [14, 11], [21, 14], [10, 23], [20, 23], [10, 32], [20, 32]],
  8: [[10, 7], [20, 7], [10, 15.5], [20, 15.5], [10, 24], [20, 24], [10, 32.5], [20, 32.5]],
  9: [[7, 9], [15, 9], [23, 9], [7, 20], [15, 20], [23, 20], [7, 31], [15, 31], [23, 31]],
};
const BARS = { 1: [1], 2: [1, 1], 3: [1, 2], 4: [2, 2], 5: [2, 1, 2], 6: [3, 3], 7: [1, 3, 3], 8: [4, 4], 9: [3, 3, 3] };

function add(parent, tag, attributes) {
  const node = document.createElementNS(NS, tag);
  for (const [k, v] of Object.entries(attributes)) node.setAttribute(k, v);
  parent.appendChild(node);
  return node;
}

function stroke(svg, d, x, y, sx, sy, colour, width) {
  add(svg, "path", {
    d, transform: `translate(${x} ${y}) scale(${sx} ${sy})`, fill: "none", stroke: colour,
    "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round",
  });
}

function dots(svg, n, red) {
  if (n === 1) {
    add(svg, "circle", { cx: 15, cy: 20, r: 9.5, fill: "none", stroke: BLUE, "stroke-width": 2.4 });
    add(svg, "circle", { cx: 15, cy: 20, r: 4.5, fill: RED });
    return;
  }
  const r = n > 6 ? 3.4 : n > 3 ? 4 : 5;
  DOTS[n].forEach(([cx, cy], i) => {
    const colour = red || (n === 5 && i === 2) || (n === 7 && i < 3) || (n === 3 && i === 1) ? RED : i % 2 ? GREEN : BLUE;
    add(svg, "circle", { cx, cy, r: r - 0.7, fill: "none", stroke: colour, "stroke-width": 1.8 });
    add(svg, "circle", { cx, cy, r: 0.9, fill: colour });
  });
}

function bars(svg, n, red) {
  const rows = BARS[n], tall = 30 / rows.length;
  rows.forEach((count, row) => {
    for (let i = 0; i < count; i++) {
      const x = count === 1 ? 15 : 6 + (18 / (count - 1)) * i * (count === 2 ? 0.6 : 1) + (count === 2 ? 3.6 : 0);
      const top = 5 + row * tall + 1.2, bottom = 5 + (row + 1) * tall - 1.2, middle = (top + bottom) / 2;
      const colour = red || n === 1 || (n === 5 && count === 1) || (n === 7 && count === 1) ? RED : GREEN;
      const width = n === 1 ? 4 : 2.4;
      add(svg, "path", { d: `M${x} ${top}V${bottom}`, stroke: colour, "stroke-width": width, "stroke-linecap": "round" });
      add(svg, "path", { d: `M${x - 2} ${middle}H${x + 2}`, stroke: colour, "stroke-width": 1.6, "stroke-linecap": "round" });
      if (n === 1) add(svg, "path", { d: "M15 10L8 6M15 15L22 10M15 25L8 21", stroke: GREEN, "stroke-width": 2, fill: "none" });
    }
  });
}

function flower(svg, n) {
  const colour = n <= 4 ? RED : BLUE;
  for (let i = 0; i < 5; i++) {
    const a = (i / 5) * 2 * Math.PI - Math.PI / 2;
    add(svg, "circle", { cx: 15 + 6 * Math.cos(a), cy: 26 + 6 * Math.sin(a), r: 3.6, fill: "none", stroke: colour, "stroke-width": 1.6 });
  }
  add(svg, "circle", { cx: 15, cy: 26, r: 2, fill: "#c98a00" });
  stroke(svg, GLYPH[((n - 1) % 4) + 1], 11, 3, 0.8, 0.75, colour, 2);
}

function face(svg, name) {
  const number = /^([0-9])([mps])$/.exec(name), card = /^(A|[2-9]|10|J|Q|K)([SHCD])$/.exec(name);
  if (number) {
    const red = number[1] === "0", n = red ? 5 : Number(number[1]);
    if (number[2] === "p") dots(svg, n, red);
    else if (number[2] === "s") bars(svg, n, red);
    else {
      stroke(svg, CHAR[n], 6, 4, 0.9, 0.85, red ? RED : INK, 2.2);
      stroke(svg, CHAR.wan, 6, 20, 0.9, 0.9, RED, 2.2);
    }
    if (red) add(svg, "circle", { cx: 25.5, cy: 4.5, r: 2, fill: RED });
  } else if (name === "P") {
    add(svg, "rect", { x: 7, y: 9, width: 16, height: 22, rx: 2, fill: "none", stroke: BLUE, "stroke-width": 2 });
    add(svg, "rect", { x: 10, y: 12, width: 10, height: 16, rx: 1, fill: "none", stroke: BLUE, "stroke-width": 1 });
  } else if (/^[ESWNCF]$/.test(name)) {
    const colour = name === "C" ? RED : name === "F" ? GREEN : INK;
    stroke(svg, CHAR[name], 3.5, 8, 1.15, 1.2, colour, 2);
  } else if (/^f[1-8]$/.test(name)) flower(svg, Number(name[1]));
  else if (name === "X") add(svg, "path", { d: "M15 8L18 17H27L20 22L23 31L15 26L7 31L10 22L3 17H12Z", fill: "#c98a00", stroke: INK });
  else if (card) {
    const colour = card[2] === "H" || card[2] === "D" ? RED : INK;
    [...card[1]].forEach((c, i, all) => stroke(svg, GLYPH[c], (all.length > 1 ? 6 : 11) + 10 * i, 3, 0.8, 0.75, colour, 2));
    add(svg, "path", { d: SUIT[card[2]], fill: colour });
  } else {
    const known = [...name.toUpperCase()].slice(0, 2).filter((c) => GLYPH[c]);
    known.forEach((c, i) => stroke(svg, GLYPH[c], (known.length > 1 ? 5 : 10) + 10 * i, 12, 1, 1.1, INK, 2));
  }
}

export function tile(token, name, small) {
  const [what, ...flags] = token.split("|");
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", "0 0 30 40");
  svg.setAttribute("role", "img");
  svg.setAttribute("class", ["tile", small ? "small" : "", ...flags.map((f) => f.split(":")[0])].join(" ").trim());
  svg.setAttribute("data-tile", what);
  svg.setAttribute("aria-label", name);
  const title = add(svg, "title", {});
  title.textContent = name;
  const back = what === "back", blank = what === "?";
  add(svg, "rect", {
    x: 1, y: 1, width: 28, height: 38, rx: 4, fill: back ? "#2f6f5e" : blank ? "#b9bcc4" : "#fbf7ea",
    stroke: back ? "#17413a" : "#5d5a50", "stroke-width": 1.4, "stroke-dasharray": blank ? "4 2.5" : "none",
  });
  if (back) add(svg, "path", { d: "M6 10L24 30M6 20L18 34M12 6L24 20M24 10L6 30M24 20L12 34M18 6L6 20", stroke: "#8fc4b3", "stroke-width": 1.1, fill: "none" });
  else if (blank) stroke(svg, GLYPH["?"], 8, 10, 1.4, 1.4, "#3a3d45", 1.8);
  else face(svg, what);
  if (flags.includes("cut")) add(svg, "path", { d: "M21 2H28V9Z", fill: "#8a5a00" });
  return svg;
}
