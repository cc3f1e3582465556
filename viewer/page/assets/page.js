(() => {
  const D = JSON.parse(document.getElementById("data").textContent);
  const main = document.getElementById("main");
  const kinds = ["touch", "deepest", "part", "stick", "slip", "hand-over"];
  let dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const redraw = []; /* called when the colours change */
  const inks = () => D.themes[dark ? 1 : 0];

  /* ---------------------------------------------------------------- small helpers */

  function el(name, attributes, ...children) {
    const e = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
      else if (value !== null && value !== undefined && value !== false) e.setAttribute(key, value === true ? "" : value);
    }
    for (const c of children) e.append(c);
    return e;
  }

  function section(title, ...children) {
    const id = "s-" + title.toLowerCase().replace(/[^a-z]+/g, "-");
    const s = el("section", {"aria-labelledby": id}, el("h2", {id}, title), ...children);
    main.append(s);
    return s;
  }

  const prefixes = [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"], [1e-9, "n"], [1e-12, "p"]];
  const prefixed = ["m", "s", "N", "J", "m/s", "m s^-1", "N m", "Pa", "W", "N s", "N/m"];

  function number(value) {
    if (value === null || value === undefined || Number.isNaN(value)) return "—";
    if (typeof value !== "number") return String(value);
    return plain(value, 6);
  }

  /* With so many digits, and a power of ten where zeros would have to be counted. */
  function plain(value, digits) {
    const shown = Number(value.toPrecision(digits)), size = Math.abs(shown);
    return shown === 0 ? "0" : size < 1e-3 || size >= 1e6 ? shown.toExponential().replace("e+", "e") : String(shown);
  }

  function quantity(value, unit) {
    if (value === null || value === undefined || !Number.isFinite(value)) return "—";
    if (!unit || unit === "1") return plain(value, 5);
    if (!prefixed.includes(unit) || value === 0) return plain(value, 5) + " " + unit;
    for (const [size, letter] of prefixes)
      if (Math.abs(value) >= 0.9995 * size) return Number((value / size).toPrecision(4)) + " " + letter + unit;
    return value.toPrecision(3) + " " + unit;
  }

  function table(caption, heads, rows, words) {
    const isWord = k => !words || words.includes(k);
    return el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": caption},
      el("table", {}, el("caption", {hidden: true}, caption),
        el("thead", {}, el("tr", {}, ...heads.map((h, k) => el("th", {scope: "col", class: isWord(k) ? "word" : null}, h)))),
        el("tbody", {}, ...rows.map(r => el("tr", {}, ...r.map((c, k) => el("td", {class: isWord(k) ? "word" : null}, c)))))));
  }

  function figures(list) {
    return el("div", {class: "figures"}, ...list.map(f => {
      const canvas = el("canvas", {role: "img", "aria-label": f.title, style: `width:${f.w}px;aspect-ratio:${f.w}/${f.h}`});
      const paint = () => Paint.list(canvas, f.w, f.h, f.shapes, inks());
      redraw.push(paint);
      paint();
      return el("figure", {}, canvas, el("figcaption", {}, f.title));
    }));
  }

  /* ---------------------------------------------------------------- time */

  const listeners = [];
  let now = 0, start = 0, end = 0;

  function setTime(t) {
    now = Math.min(Math.max(t, start), end);
    for (const f of listeners) f(now);
  }

  /* The last index i with list[i] <= t. */
  function before(list, t) {
    let low = 0, high = list.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (list[middle] <= t) low = middle; else high = middle - 1;
    }
    return low;
  }

  /* ---------------------------------------------------------------- the mechanism in motion */

  function motion() {
    const M = D.motion, times = M.times;
    const impacts = D.events.list.filter(e => e[2] === 0 || e[2] === 5).map(e => e[0]);
    const scene = new Paint.Reel(M.scene, M.w, M.h);
    const lenses = M.lenses.map(l => new Paint.Reel(l.reel, l.size, l.size));
    const canvas = el("canvas", {id: "scene", role: "img", tabindex: "0", style: `width:${M.w}px;aspect-ratio:${M.w}/${M.h}`});
    const lens = lenses.length ? el("canvas", {id: "lens", role: "img", style: `width:${M.lenses[0].size}px;aspect-ratio:1`}) : null;
    const scrub = el("input", {id: "scrub", type: "range", min: 0, max: 10000, step: 1, value: 0, "aria-label": "Time of the run",
      oninput: () => setTime(start + (end - start) * scrub.value / 10000)});
    const ticks = el("canvas", {id: "ticks", "aria-hidden": "true"});
    const clock = el("output", {id: "clock", for: "scrub"});
    const play = el("button", {type: "button", id: "play", "aria-pressed": "false", onclick: () => toggle()}, "Play");
    const slow = el("button", {type: "button", id: "slow", "aria-pressed": "false", onclick: () => toggleSlow()}, "Slow at impacts");
    const speeds = [];
    for (let k = -20; k <= 4; k++) speeds.push(...[1, 2, 5].map(m => m * 10 ** k));
    const wanted = (end - start) / 8;
    const speed = el("select", {id: "speed", "aria-label": "Speed"});
    let choice = 0;
    speeds.forEach((s, k) => { if (Math.abs(Math.log(s / wanted)) < Math.abs(Math.log(speeds[choice] / wanted))) choice = k; });
    for (let k = Math.max(choice - 7, 0); k <= choice + 5 && k < speeds.length; k++)
      speed.append(el("option", {value: speeds[k], selected: k === choice || null}, "× " + number(speeds[k])));
    const which = lenses.length > 1 ? el("select", {id: "which", "aria-label": "Clearance in the lens", onchange: () => show(now)},
      ...M.lenses.map((l, k) => el("option", {value: k}, l.joint))) : null;
    let playing = false, last = 0;

    function show(t) {
      const f = before(times, t), weight = f + 1 < times.length ? (t - times[f]) / (times[f + 1] - times[f]) : 0;
      scene.draw(canvas, inks(), f, weight);
      const text = "time " + quantity(t, "s");
      canvas.setAttribute("aria-label", "The mechanism at " + text);
      if (lens) {
        const k = which ? Number(which.value) : 0;
        lenses[k].draw(lens, inks(), f, weight);
        lens.setAttribute("aria-label", "Clearance of " + M.lenses[k].joint + ", magnified, at " + text);
      }
      clock.textContent = "t = " + (1e3 * t).toFixed(3) + " ms";
      if (end - start >= 1) clock.textContent = "t = " + t.toFixed(4) + " s";
      scrub.value = Math.round(10000 * (t - start) / (end - start || 1));
      scrub.setAttribute("aria-valuetext", text);
    }

    function drawTicks() {
      const w = ticks.clientWidth || 600, g = ticks.getContext("2d");
      ticks.width = w; ticks.height = 14;
      g.fillStyle = inks()[D.ink.touch];
      for (const t of impacts) g.fillRect(8 + (w - 16) * (t - start) / (end - start || 1), 2, 1, 10);
    }

    /* Near an impact the run goes so slowly that a fiftieth of a second passes for each thousandth of the run. */
    function rate() {
      const s = Number(speed.value);
      if (slow.getAttribute("aria-pressed") !== "true" || !impacts.length) return s;
      const k = before(impacts, now), near = Math.min(Math.abs(now - impacts[k]), k + 1 < impacts.length ? impacts[k + 1] - now : Infinity);
      const reach = Math.max((end - start) / 200, 1e-12);
      return near < reach ? s * (0.04 + 0.96 * (near / reach) ** 2) : s;
    }

    function step(stamp) {
      if (!playing) return;
      if (last) setTime(now + Math.min(stamp - last, 100) / 1000 * rate());
      last = stamp;
      if (now >= end) { toggle(false); return; }
      requestAnimationFrame(step);
    }

    function toggle(on = !playing) {
      playing = on;
      last = 0;
      play.textContent = playing ? "Pause" : "Play";
      play.setAttribute("aria-pressed", String(playing));
      if (playing && now >= end) setTime(start);
      if (playing) requestAnimationFrame(step);
    }

    function toggleSlow() { slow.setAttribute("aria-pressed", String(slow.getAttribute("aria-pressed") !== "true")); }

    function frame(n) {
      toggle(false);
      const f = before(times, now) + n;
      setTime(times[Math.min(Math.max(f, 0), times.length - 1)]);
    }

    function impact(direction) {
      toggle(false);
      const tiny = 1e-9 * (end - start), list = direction > 0 ? impacts : impacts.slice().reverse();
      const next = list.find(t => direction * (t - now) > tiny);
      if (next !== undefined) setTime(next);
    }

    function faster(n) { speed.selectedIndex = Math.min(Math.max(speed.selectedIndex + n, 0), speed.options.length - 1); }

    function nextLens() {
      if (!which) return;
      which.selectedIndex = (which.selectedIndex + 1) % which.options.length;
      show(now);
    }

    const keys = {" ": () => toggle(), ArrowRight: e => frame(e.shiftKey ? 10 : 1), ArrowLeft: e => frame(e.shiftKey ? -10 : -1),
      ".": () => impact(1), ",": () => impact(-1), Home: () => setTime(start), End: () => setTime(end), "+": () => faster(1),
      "-": () => faster(-1), s: toggleSlow, l: nextLens};
    document.addEventListener("keydown", e => {
      const inField = /^(SELECT|INPUT|BUTTON|SUMMARY)$/.test(e.target.tagName) && !(e.target.id === "scrub" && e.key !== " ");
      if (e.ctrlKey || e.metaKey || e.altKey || !keys[e.key] || (inField && /^( |Arrow|Home|End)/.test(e.key))) return;
      if (e.target.id === "scrub" && /^(Arrow|Home|End)/.test(e.key)) return;
      e.preventDefault();
      keys[e.key](e);
    });

    section("Motion", el("div", {class: "motion"},
      el("div", {class: "stage"}, canvas, scrub, ticks,
        el("div", {class: "controls"}, play,
          ...(impacts.length ? [el("button", {type: "button", id: "previous", onclick: () => impact(-1)}, "Impact before"),
            el("button", {type: "button", id: "next", onclick: () => impact(1)}, "Impact after"), slow] : []),
          el("label", {}, "speed ", speed), clock)),
      ...(lens ? [el("div", {}, lens, el("div", {class: "controls"}, which ? el("label", {}, "clearance of ", which) :
        el("span", {}, "clearance of " + M.lenses[0].joint)))] : [])));
    listeners.push(show);
    redraw.push(() => { show(now); drawTicks(); });
    drawTicks();
    new ResizeObserver(drawTicks).observe(ticks);
  }

  /* ---------------------------------------------------------------- plots over time */

  function plots() {
    const data = D.data, byName = new Map(data.columns.map(c => [c.name, c]));
    const sync = uPlot.sync("time"), holder = el("div", {id: "plots"});
    const open = [];
    let moving = false;

    function zoom(low, high, except) {
      if (moving) return;
      moving = true;
      for (const p of open) if (p.u !== except) p.u.setScale("x", {min: low, max: high});
      moving = false;
    }

    function build(p) {
      const ink = inks(), first = byName.get(p.names[0]);
      const line = ink[D.ink.line], axis = {stroke: ink[D.ink.text], grid: {stroke: line, width: 1}, ticks: {stroke: line}};
      const cursorLine = u => {
        const x = Math.round(u.valToPos(now, "x", true)), g = u.ctx;
        if (x < u.bbox.left || x > u.bbox.left + u.bbox.width) return;
        g.save(); g.fillStyle = ink[D.ink.accent]; g.fillRect(x - 1, u.bbox.top, 2, u.bbox.height); g.restore();
      };
      p.u = new uPlot({
        width: Math.max(holder.clientWidth, 320), height: 210, title: p.names.join(", "),
        cursor: {sync: {key: sync.key}, drag: {x: true, y: false}},
        scales: {x: {time: false}},
        axes: [{...axis, label: "time [s]", labelSize: 20}, {...axis, size: 84, label: first.unit === "1" ? "" : "[" + first.unit + "]", labelSize: 18,
          values: (u, v) => v.map(x => number(x))}],
        series: [{label: "time", value: (u, v) => v === null ? "—" : quantity(v, "s")},
          ...p.names.map((n, k) => ({label: n, stroke: ink[D.ink.series + k % D.ink.n_series], width: 1.5, points: {show: false}, value: (u, v) => quantity(v, byName.get(n).unit)}))],
        hooks: {setScale: [(u, key) => { if (key === "x") zoom(u.scales.x.min, u.scales.x.max, u); }], draw: [cursorLine],
          ready: [u => u.over.addEventListener("click", () => { if (u.cursor.left >= 0) setTime(u.posToVal(u.cursor.left, "x")); })]},
      }, [data.time, ...p.names.map(n => byName.get(n).values)], p.box);
    }

    function add(names) {
      const p = {names: names.filter(n => byName.has(n)), box: el("div", {class: "plot", role: "img", "aria-label": "Plot of " + names.join(", ") + " over time"})};
      if (!p.names.length) return;
      holder.append(p.box);
      open.push(p);
      build(p);
    }

    const choose = el("select", {id: "add", "aria-label": "Add a plot of a column"}, el("option", {value: ""}, "add a plot …"),
      ...data.columns.map(c => el("option", {value: c.name}, c.name)));
    choose.addEventListener("change", () => { if (choose.value) add([choose.value]); choose.value = ""; });
    const note = data.columns.length < data.n_columns - 1 || data.time.length < data.n_rows ?
      `${data.columns.length} of the trace's ${data.n_columns} columns; of its ${data.n_rows} rows ${data.time.length} points, with every lowest and highest value.` : "";
    section("Plots", holder, el("p", {class: "add"}, choose, " ",
      el("button", {type: "button", id: "whole", onclick: () => zoom(data.time[0], data.time[data.time.length - 1], null)}, "All of the run")), el("p", {}, note));
    data.plots.forEach(add);
    const again = () => open.forEach(p => { const x = p.u.scales.x, low = x.min, high = x.max; p.u.destroy(); build(p); p.u.setScale("x", {min: low, max: high}); });
    redraw.push(again);
    listeners.push(() => open.forEach(p => p.u.redraw(false, false)));
    let width = holder.clientWidth;
    new ResizeObserver(() => { if (holder.clientWidth !== width) { width = holder.clientWidth; open.forEach(p => p.u.setSize({width: Math.max(width, 320), height: 210})); } }).observe(holder);
  }

  /* ---------------------------------------------------------------- tables of a run */

  /* Less than nothing within the error of the balance is nothing. */
  let imbalance = 0;
  function lost(energy) {
    return quantity(energy < 0 && -energy <= imbalance ? 0 : energy, "J");
  }

  function contacts(gaps) {
    section("Contacts", table("Contacts of the run, one row for each gap",
      ["gap", "contact", "touches", "largest force", "at", "deepest", "longest flight", "impulse", "energy lost"],
      gaps.map(g => [g.joint + "." + g.gap, g.contact, String(g.touches), quantity(g.peak_force, "N"), quantity(g.peak_force_time, "s"),
        quantity(g.deepest, "m"), quantity(g.longest_flight, "s"), quantity(g.impulse, "N s"), lost(g.energy_lost)]), [0, 1]));
  }

  function events() {
    const E = D.events, most = 400, shown = E.list.slice(0, most);
    const rows = shown.map(e => [el("button", {type: "button", onclick: () => setTime(e[0]), "aria-label": "Go to " + quantity(e[0], "s")}, quantity(e[0], "s")),
      E.gaps[e[1]] || "", kinds[e[2]] || "", quantity(e[3], "m"), quantity(e[4], "N")]);
    const t = table("Events", ["time", "gap", "event", "depth", "force"], rows, [1, 2]);
    const lines = t.querySelectorAll("tbody tr");
    let marked = null;
    listeners.push(time => {
      const k = shown.length ? before(shown.map(e => e[0]), time) : -1;
      const line = k >= 0 && Math.abs(shown[k][0] - time) < 1e-9 * (end - start || 1) ? lines[k] : null;
      if (line === marked) return;
      if (marked) marked.classList.remove("now");
      if (line) line.classList.add("now");
      marked = line;
    });
    const rest = E.list.length - shown.length + E.left_out;
    section("Events", t, rest > 0 ? el("p", {}, `${rest} more events are in the run's events.csv.`) : "");
  }

  function list(pairs) {
    return el("dl", {}, ...pairs.filter(p => p[1] !== undefined && p[1] !== null && p[1] !== "").flatMap(([k, v]) => [el("dt", {}, k), el("dd", {}, v)]));
  }

  function numbers(S) {
    const e = S.energy || {}, c = S.counters || {}, d = S.drift || {}, t = S.tolerances || {};
    section("Numbers of the run", list([
      ["simulated", S.run && quantity(S.run.start_time, "s") + " to " + quantity(S.run.end_time, "s")],
      ["complete", S.complete === undefined ? null : S.complete ? "yes" : "no"],
      ["relative tolerance", number(t.rtol)],
      ["steps", c.steps === undefined ? null : `${c.steps} (${c.dop853_steps} explicit, ${c.ida_steps} implicit)`],
      ["largest energy", quantity(e.largest, "J")], ["energy lost", lost(e.dissipated)],
      ["largest imbalance of energy", e.largest_imbalance === undefined ? null : quantity(e.largest_imbalance, "J")],
      ["constraints hold to", d.position === undefined ? null : quantity(d.position, "m")],
      ["processor time", S.time && quantity(S.time.cpu, "s")],
      ["file", S.model && S.model.file], ["hash", S.model && S.model.hash], ["written by", "pintle " + S.pintle]]));
    if (S.notices && S.notices.length) main.lastChild.append(el("ul", {}, ...S.notices.map(n => el("li", {}, String(n)))));
  }

  function verification(V) {
    const rows = Object.entries(V.figures || {}).map(([k, n]) => [k, String(n)]);
    section("Verification", el("p", {}, "Digits in which the runs below agree" + (V.is_chaotic ? "; the motion is chaotic, runs are comparable until " +
      quantity(V.comparable_until, "s") : "") + "."),
      table("Runs of the verification", ["integrator", "rtol", "steps"], (V.runs || []).map(r => [r.integrator, number(r.rtol), number(r.steps)]), [0]),
      el("details", {}, el("summary", {}, `Digits of ${rows.length} figures`), table("Digits by figure", ["figure", "digits"], rows, [0])));
  }

  /* In the unit of the model file, unless that makes the number long. */
  function parameter(value, unit, is_given) {
    const size = Math.abs(value), is_handy = size === 0 || (size >= 1e-2 && size < 1e5);
    return is_given && (is_handy || !prefixed.includes(unit)) ? plain(value, 6) + " " + unit : quantity(value, unit);
  }

  function parameters() {
    section("Parameters", table("Parameters of the model", ["name", "value"], D.parameters.map(p => [p[0], parameter(p[1], p[2], p[3])]), [0]));
  }

  function model() { section("Model", el("details", {}, el("summary", {}, "Text of the model"), el("pre", {tabindex: "0"}, D.model))); }

  /* ---------------------------------------------------------------- the page */

  function colours() {
    document.documentElement.classList.toggle("dark", dark);
    const b = document.getElementById("theme");
    b.textContent = dark ? "Light colours" : "Dark colours";
    b.setAttribute("aria-pressed", String(dark));
    for (const f of redraw) f();
  }

  function setDark(on) { dark = on; colours(); }

  function run() {
    let S = null;
    try { S = D.summary ? JSON.parse(D.summary) : null; } catch (e) { S = null; }
    if (S && S.energy) imbalance = S.energy.largest_imbalance;
    const source = S && S.model && S.model.source ? S.model.source + " · " : "";
    document.getElementById("source").textContent = source + D.origin;
    if (D.notice) main.append(el("p", {class: "notice", role: "alert"}, D.notice));
    const time = D.motion ? D.motion.times : D.data.time;
    start = now = time[0];
    end = time[time.length - 1];
    colours();
    if (D.motion) motion();
    plots();
    if (S && S.gaps && S.gaps.length) contacts(S.gaps);
    if (D.figures.length) section("Loops and orbits", figures(D.figures));
    if (D.events.list.length) events();
    if (S && S.verification) verification(S.verification);
    if (D.parameters.length) parameters();
    if (S) numbers(S);
    if (D.model) model();
    setTime(start);
  }

  function study() {
    document.getElementById("source").textContent = D.origin;
    colours();
    section("Study", list([["model", D.model], ["design", D.design], ["runs", String(D.n)], ["failed", String(D.n_failed)], ...D.settings]));
    if (D.figures.length) section("Charts", figures(D.figures));
    section("Runs", table("Runs of the study", D.columns.map(c => c[1] && c[1] !== "1" ? `${c[0]} [${c[1]}]` : c[0]), D.rows.map(r => r.map(v => typeof v === "string" ? v : number(v))), []),
      D.rows.length < D.n ? el("p", {}, `The first ${D.rows.length} of ${D.n} runs; all are in the study's file.`) : "");
  }

  document.getElementById("theme").addEventListener("click", () => setDark(!dark));
  document.getElementById("keys-button").addEventListener("click", e => {
    const box = document.getElementById("keys");
    box.hidden = !box.hidden;
    e.target.setAttribute("aria-expanded", String(!box.hidden));
  });
  document.addEventListener("keydown", e => {
    if (e.key === "d" && !e.ctrlKey && !e.metaKey && !e.altKey && !/^(SELECT|INPUT)$/.test(e.target.tagName)) setDark(!dark);
  });
  let printedFrom = null; /* paper is light */
  addEventListener("beforeprint", () => {
    printedFrom = dark;
    if (dark) setDark(false);
    for (const d of document.querySelectorAll("details")) d.open = true;
  });
  addEventListener("afterprint", () => { if (printedFrom) setDark(true); });
  if (D.kind === "run") run(); else study();
  document.getElementById("footer").textContent = "Made by pintle " + D.version + ". SI units. Plots by uPlot (MIT licence).";
})();
