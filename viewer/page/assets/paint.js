"use strict";
/* Paints lists of shapes (page_shapes.h) and plays reels (reel.h). */
const Paint = (() => {
  const fonts = '"Liberation Sans",Arial,Helvetica,sans-serif';
  const aligns = ["left", "center", "right"];

  function trace(g, steps) {
    g.beginPath();
    for (let i = 0; i < steps.length;) {
      const kind = steps[i++];
      if (kind === 4) { g.closePath(); continue; }
      const x = steps[i++], y = steps[i++];
      if (kind === 0) g.moveTo(x, y);
      else if (kind === 1) g.lineTo(x, y);
      else { g.arc(x, y, Math.max(steps[i], 0), steps[i + 1], steps[i + 2], steps[i + 2] < steps[i + 1]); i += 3; }
    }
  }

  function shape(g, inks, s, depth) {
    if (s[0] === 0) {
      trace(g, s[6]);
      g.globalAlpha = s[4];
      if (s[1]) { g.fillStyle = inks[s[1]]; g.fill(); }
      if (s[2] && s[3] > 0) {
        g.strokeStyle = inks[s[2]];
        g.lineWidth = s[3];
        g.setLineDash(s[5] > 0 ? [s[5]] : []);
        g.stroke();
      }
    } else if (s[0] === 1) {
      g.globalAlpha = s[7];
      g.font = (s[4] ? "bold " : "") + s[2] + "px " + fonts;
      g.textAlign = aligns[s[3]];
      if (s[5] && s[6] > 0) { g.strokeStyle = inks[s[5]]; g.lineWidth = s[6]; g.setLineDash([]); g.strokeText(s[10], s[8], s[9]); }
      g.fillStyle = inks[s[1]];
      g.fillText(s[10], s[8], s[9]);
    } else if (s[0] === 2) {
      g.save();
      trace(g, s[1]);
      g.clip();
      return depth + 1;
    } else if (depth > 0) {
      g.restore();
      return depth - 1;
    }
    g.globalAlpha = 1;
    return depth;
  }

  /* A canvas of w by h points, sharp on this screen, with the origin at its corner. */
  function begin(canvas, w, h, inks) {
    const ratio = Math.max(window.devicePixelRatio || 1, 1), g = canvas.getContext("2d");
    if (canvas.width !== Math.round(w * ratio) || canvas.height !== Math.round(h * ratio)) { canvas.width = Math.round(w * ratio); canvas.height = Math.round(h * ratio); }
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.globalAlpha = 1;
    g.fillStyle = inks[1];
    g.fillRect(0, 0, w, h);
    g.lineCap = g.lineJoin = "round";
    return g;
  }

  function list(canvas, w, h, shapes, inks) {
    const g = begin(canvas, w, h, inks);
    let depth = 0;
    for (const s of shapes) depth = shape(g, inks, s, depth);
    while (depth-- > 0) g.restore();
  }

  /* Values of a column by frame; `has` tells which frames it holds. */
  function decode(column, n, scale, has) {
    const out = new Float64Array(n).fill(NaN);
    let k = 0, sum = 0;
    for (let f = 0; f < n; f++) {
      if (has && !has[f]) continue;
      sum = typeof column === "number" ? column : sum + column[k++];
      out[f] = sum / scale;
    }
    return out;
  }

  class Reel {
    constructor(data, w, h) {
      const n = data.frames.length;
      this.w = w; this.h = h; this.n = n; this.data = data;
      this.groups = data.groups.map(g => ({c: g.c, a: decode(g.a, n, 1e5), x: decode(g.x, n, 50), y: decode(g.y, n, 50)}));
      const has = data.tracks.map(() => new Uint8Array(n));
      data.frames.forEach((order, f) => data.orders[order].forEach(t => { has[t][f] = 1; }));
      this.tracks = data.tracks.map((t, i) => {
        const track = {shape: t.s, group: t.g, has: has[i]};
        if (t.d) track.columns = t.d.map((c, k) => decode(c, n, this.scale(t.s, k), has[i]));
        if (t.w) {
          let k = 0;
          track.text = Array.from(has[i], h => h ? data.texts[t.w[k++]] : "");
        }
        return track;
      });
    }

    scale(s, k) {
      if (k === 0) return 100;
      if (k === 1 || s[0] === 1) return 10;
      const steps = s[0] === 0 ? s[6] : s[1] || [];
      for (let i = 0, at = 2; i < steps.length;) {
        const n = steps[i] === 4 ? 0 : steps[i] < 2 ? 2 : 5;
        if (k < at + n) return k - at < 3 ? 10 : 1000;
        at += n; i += n + 1;
      }
      return 10;
    }

    /* The shape of a track between the frames f and f + 1. */
    at(track, f, weight) {
      const s = track.shape, c = track.columns;
      if (!c) return s;
      const other = weight > 0 && track.has[f + 1] ? f + 1 : f;
      const value = k => c[k][f] + weight * (c[k][other] - c[k][f]);
      const out = s.slice();
      if (s[0] === 1) { out[7] = value(0); out[6] = value(1); out[8] = value(2); out[9] = value(3); return out; }
      const at = s[0] === 0 ? 6 : 1, steps = s[at].slice();
      if (s[0] === 0) { out[4] = value(0); out[3] = value(1); }
      for (let i = 0, k = 2; i < steps.length;) {
        const n = steps[i] === 4 ? 0 : steps[i] < 2 ? 2 : 5;
        for (let j = 1; j <= n; j++) steps[i + j] = value(k++);
        i += n + 1;
      }
      out[at] = steps;
      return out;
    }

    place(g, group, f, weight) {
      const m = this.groups[group], e = Math.min(f + 1, this.n - 1);
      const mix = v => v[f] + weight * (v[e] - v[f]);
      g.translate(m.c[0] + mix(m.x), m.c[1] + mix(m.y));
      g.rotate(mix(m.a));
      g.translate(-m.c[0], -m.c[1]);
    }

    draw(canvas, inks, f, weight) {
      const g = begin(canvas, this.w, this.h, inks);
      const base = g.getTransform();
      let depth = 0;
      for (const i of this.data.orders[this.data.frames[f]]) {
        const track = this.tracks[i];
        let s = this.at(track, f, weight);
        if (track.text) { s = s.slice(); s[10] = track.text[weight > 0.5 && track.has[f + 1] ? f + 1 : f]; }
        if (track.group !== undefined) this.place(g, track.group, f, weight);
        depth = shape(g, inks, s, depth);
        g.setTransform(base);
      }
      while (depth-- > 0) g.restore();
    }
  }

  return {list, Reel};
})();
