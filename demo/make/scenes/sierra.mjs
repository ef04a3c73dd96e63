// The loop «sierra»: a lake among mountains through one whole day. The camera moves sideways and back once per loop,
// and near ridges shift more than far ones; the colours change from dawn to dusk, night and dawn; the lake mirrors the
// frame above it in rippling strips.
import {
  clamp,
  createGrain,
  createLayer,
  createRandom,
  createRidge,
  drawGlow,
  lerp,
  mixColours,
  smoothstep,
  verticalGradient,
  wave,
  withAlpha,
  wrap,
} from './drawing.mjs';

const shore = 498;
const hours = [
  { at: 0, top: '#3c5a8c', middle: '#e79a86', low: '#ffd9a0', far: '#a77f97', near: '#1d2740', mist: '#ffc9a8' },
  { at: 0.2, top: '#3f8fb5', middle: '#9fd0cf', low: '#f6ecd0', far: '#8fb9bd', near: '#12353a', mist: '#f4f1df' },
  { at: 0.4, top: '#4a86b0', middle: '#c9d3bd', low: '#ffe9b8', far: '#94aeb0', near: '#17343a', mist: '#fbeec9' },
  { at: 0.54, top: '#3a3f78', middle: '#d9705f', low: '#ffb55e', far: '#93587a', near: '#1c1a36', mist: '#f59a72' },
  { at: 0.64, top: '#141b45', middle: '#4a3c77', low: '#a8597a', far: '#463f72', near: '#0c1027', mist: '#7a5585' },
  { at: 0.76, top: '#050a20', middle: '#10224a', low: '#25477a', far: '#1b335f', near: '#050914', mist: '#3c6294' },
  { at: 0.88, top: '#0a1433', middle: '#1f3b68', low: '#4d6f98', far: '#2c4a75', near: '#080f20', mist: '#5b7fa8' },
  { at: 1, top: '#3c5a8c', middle: '#e79a86', low: '#ffd9a0', far: '#a77f97', near: '#1d2740', mist: '#ffc9a8' },
];
const ridges = [
  { seed: 11, base: 300, height: 120, sway: 8, depth: 0, octaves: 6, lowest: 3, roughness: 0.52 },
  { seed: 23, base: 352, height: 96, sway: 20, depth: 0.2, octaves: 6, lowest: 4, roughness: 0.5 },
  { seed: 37, base: 398, height: 74, sway: 40, depth: 0.42, octaves: 6, lowest: 4, roughness: 0.48 },
  { seed: 41, base: 440, height: 52, sway: 66, depth: 0.64, octaves: 6, lowest: 5, roughness: 0.46 },
  { seed: 59, base: 476, height: 30, sway: 96, depth: 0.82, octaves: 6, lowest: 6, roughness: 0.5, trees: true },
];

function paletteAt(phase) {
  const next = hours.findIndex(({ at }) => at > phase);
  const [from, to] = [hours[next - 1], hours[next]];
  const amount = smoothstep(0, 1, (phase - from.at) / (to.at - from.at));
  const keys = ['top', 'middle', 'low', 'far', 'near', 'mist'];
  return Object.fromEntries(keys.map((key) => [key, mixColours(from[key], to[key], amount)]));
}

/** Draws the silhouette of a conifer: tiers of branches, slightly crooked. */
function drawPine(context, x, foot, height, random) {
  const half = height * lerp(0.17, 0.24, random());
  const tiers = Math.max(5, Math.round(height / 14));
  context.beginPath();
  context.moveTo(x, foot - height);
  const side = (direction) => {
    for (let tier = 1; tier <= tiers; tier += 1) {
      const reach = half * (tier / tiers) ** 0.85 * lerp(0.8, 1.1, random());
      const y = foot - height + (height * 0.93 * tier) / tiers;
      context.lineTo(x + direction * reach, y);
      context.lineTo(x + direction * reach * 0.45, y - height * 0.018);
    }
  };
  side(1);
  context.lineTo(x + height * 0.02, foot);
  context.lineTo(x - height * 0.02, foot);
  const right = half;
  for (let tier = tiers; tier >= 1; tier -= 1) {
    const reach = right * (tier / tiers) ** 0.85 * lerp(0.8, 1.1, random());
    const y = foot - height + (height * 0.93 * tier) / tiers;
    context.lineTo(x - reach * 0.45, y - height * 0.018);
    context.lineTo(x - reach, y);
  }
  context.fill();
}

function createRidgeMask(ridge, width) {
  const margin = 120;
  const { canvas, context } = createLayer(width + margin * 2, shore);
  const line = createRidge(ridge.seed, ridge.octaves, ridge.roughness, ridge.lowest);
  const heightAt = (x) => ridge.base - ridge.height * line(x / 2100) - ridge.height * 0.35 * Math.abs(line(x / 1400 + 0.3));
  context.beginPath();
  context.moveTo(0, shore);
  for (let x = 0; x <= canvas.width; x += 2) context.lineTo(x, heightAt(x));
  context.lineTo(canvas.width, shore);
  context.fill();
  if (ridge.trees) {
    const random = createRandom(ridge.seed);
    for (let x = 0; x < canvas.width; x += lerp(5, 15, random())) {
      drawPine(context, x, heightAt(x) + 6, lerp(14, 40, random() ** 1.6), random);
    }
  }
  return { ...ridge, canvas, margin };
}

function createForeground(width, height) {
  const margin = 170;
  const { canvas, context } = createLayer(width + margin * 2, height);
  const random = createRandom(5);
  const bank = createRidge(83, 5, 0.5, 3);
  const bankAt = (x) => {
    const away = Math.abs(x - canvas.width * 0.56) / (canvas.width * 0.5);
    return 742 - 150 * smoothstep(0.42, 1.02, away) - 60 * (1 - smoothstep(60, 330, Math.abs(x - 520))) - 12 * bank(x / 1500);
  };
  context.beginPath();
  context.moveTo(0, height);
  for (let x = 0; x <= canvas.width; x += 3) context.lineTo(x, bankAt(x));
  context.lineTo(canvas.width, height);
  context.fill();
  const stands = [
    [60, 150, 9, 330],
    [250, 420, 8, 250],
    [1330, 1460, 7, 260],
    [1480, 1620, 8, 360],
  ];
  for (const [from, to, count, tallest] of stands) {
    for (let index = 0; index < count; index += 1) {
      const x = lerp(from, to, (index + random() * 0.8) / count);
      drawPine(context, x, bankAt(x) + 22, tallest * lerp(0.5, 1, random()), random);
    }
  }
  for (let index = 0; index < 240; index += 1) {
    const x = random() * canvas.width;
    const y = bankAt(x) + 3;
    context.beginPath();
    context.moveTo(x - 2, y);
    context.quadraticCurveTo(x, y - 8, x + lerp(-7, 7, random()), y - lerp(8, 22, random()));
    context.quadraticCurveTo(x + 1, y - 6, x + 2, y);
    context.fill();
  }
  const cabin = { x: 470, y: bankAt(470) - 2 };
  context.fillRect(cabin.x, cabin.y - 40, 74, 50);
  context.beginPath();
  context.moveTo(cabin.x - 12, cabin.y - 38);
  context.lineTo(cabin.x + 37, cabin.y - 78);
  context.lineTo(cabin.x + 86, cabin.y - 38);
  context.fill();
  context.fillRect(cabin.x + 54, cabin.y - 84, 11, 30);
  return { canvas, margin, cabin };
}

/** Makes a soft bank of cloud or mist, which is drawn once. */
function createHaze(width, height, seed, count, flat) {
  const { canvas, context } = createLayer(width, height);
  const random = createRandom(seed);
  for (let index = 0; index < count; index += 1) {
    const [sx, sy] = [lerp(1.5, flat, random()), lerp(0.3, 0.5, random())];
    const radius = Math.min(lerp(height * 0.25, height * 0.75, random()), (width * 0.42) / sx);
    context.save();
    context.translate(lerp(radius * sx, width - radius * sx, random()), height * lerp(0.42, 0.62, random()));
    context.scale(sx, sy);
    drawGlow(context, 0, 0, radius, '#ffffff', 0.5);
    context.restore();
  }
  return canvas;
}

export async function createScene(width, height) {
  const masks = ridges.map((ridge) => createRidgeMask(ridge, width));
  const foreground = createForeground(width, height);
  const hazes = [3, 14, 25, 36].map((seed) => createHaze(1900, 150, seed, 22, 5));
  const clouds = [71, 72, 73].map((seed) => createHaze(820, 150, seed, 11, 3));
  const grain = createGrain(width, height, 0.012);
  const tinted = createLayer(width + 340, height);
  const hazeLayer = createLayer(1900, 150);
  // A canvas that draws from itself is copied completely for every strip, so a second canvas is the source of the
  // strips.
  const mirror = createLayer(width, shore);
  const random = createRandom(91);
  const stars = Array.from({ length: 190 }, () => ({ x: random() * width, y: random() ** 1.3 * 350, size: lerp(0.5, 1.5, random() ** 3) }));
  const flock = Array.from({ length: 11 }, (_, index) => ({
    x: -Math.abs(index - 5) * 24 + lerp(-5, 5, random()),
    y: (index - 5) * 12 + lerp(-6, 6, random()),
    beat: random(),
  }));

  const drawTinted = (context, image, x, y, colourTop, colourBottom, top) => {
    const { canvas, context: ink } = tinted;
    ink.globalCompositeOperation = 'copy';
    ink.drawImage(image, 0, 0);
    ink.globalCompositeOperation = 'source-in';
    ink.fillStyle = verticalGradient(ink, top, image.height, [[0, colourTop], [1, colourBottom]]);
    ink.fillRect(0, 0, image.width, image.height);
    context.drawImage(canvas, 0, 0, image.width, image.height, x, y, image.width, image.height);
  };

  /**
   * Draws a seamless drift: two copies of the image half a period apart; each copy is faded out while it jumps back.
   */
  const drawDrift = (context, image, phase, turns, x, y, reach, alpha) => {
    for (const half of [0, 0.5]) {
      const place = wrap(phase * turns + half, 1);
      context.globalAlpha = alpha * (1 - Math.abs(place * 2 - 1)) ** 0.9;
      context.drawImage(image, x + (place - 0.5) * reach + half * 300, y);
    }
    context.globalAlpha = 1;
  };

  const drawSky = (context, phase, palette) => {
    context.fillStyle = verticalGradient(context, 0, shore, [[0, palette.top], [0.5, mixColours(palette.top, palette.middle, 0.62)], [0.74, palette.middle], [0.94, palette.low], [1, palette.low]]);
    context.fillRect(0, 0, width, shore + 4);
    const night = smoothstep(0.62, 0.72, phase) * (1 - smoothstep(0.88, 0.96, phase));
    if (night > 0) {
      context.fillStyle = '#eaf2ff';
      for (const star of stars) {
        context.globalAlpha = night * clamp(star.size * 0.62);
        context.fillRect(star.x, star.y, star.size * 1.4, star.size * 1.4);
      }
      context.globalAlpha = 1;
      const turn = (phase - 0.6) / 0.36;
      const [x, y] = [lerp(300, 1000, turn), 330 - 220 * Math.sin(turn * Math.PI)];
      drawGlow(context, x, y, 260, '#9fc4ff', 0.32 * night);
      context.fillStyle = withAlpha('#f2f6ff', night);
      context.beginPath();
      context.arc(x, y, 25, 0, Math.PI * 2);
      context.fill();
    }
    const sunTurn = wrap(phase + 0.06, 1) / 0.66;
    if (sunTurn < 1) {
      const [x, y] = [lerp(330, 1010, sunTurn), 395 - 265 * Math.sin(sunTurn * Math.PI) ** 0.8];
      const low = 1 - Math.sin(sunTurn * Math.PI);
      const colour = mixColours('#fff3cf', '#ffb060', low);
      drawGlow(context, x, y, 460, colour, 0.55);
      drawGlow(context, x, y, 150, '#fff1d0', 0.5);
      context.fillStyle = mixColours('#fffbe9', '#ffe0a3', low);
      context.beginPath();
      context.arc(x, y, lerp(30, 40, low), 0, Math.PI * 2);
      context.fill();
    }
    const day = 1 - night * 0.72;
    clouds.forEach((cloud, index) => drawDrift(context, cloud, phase, 1, [20, 420, 760][index], [36, 128, 62][index], 420, 0.5 * day));
  };

  const drawBirds = (context, phase) => {
    const flights = [[0.06, 0.34, 150, 40], [0.4, 0.62, 250, -60]];
    for (const [from, to, y, climb] of flights) {
      const turn = (phase - from) / (to - from);
      if (turn < 0 || turn > 1) continue;
      context.strokeStyle = 'rgb(20 26 48 / .78)';
      context.lineWidth = 2.2;
      context.lineCap = 'round';
      for (const bird of flock) {
        const [bx, by] = [lerp(-60, width + 330, turn) + bird.x, y - climb * turn + bird.y + 6 * wave(phase, 9, bird.beat)];
        const lift = 5 * wave(phase, 60, bird.beat) + 1;
        context.beginPath();
        context.moveTo(bx - 9, by - lift);
        context.quadraticCurveTo(bx - 4, by - lift * 0.2 - 3, bx, by);
        context.quadraticCurveTo(bx + 4, by - lift * 0.2 - 3, bx + 9, by - lift);
        context.stroke();
      }
    }
  };

  const drawLake = (context, phase, palette) => {
    const depth = height - shore;
    const picture = mirror.canvas;
    mirror.context.drawImage(context.canvas, 0, 0);
    for (let row = 0; row < depth; row += 2) {
      const far = row / depth;
      const shift = wave(phase, 10, row * 0.031) * lerp(0.6, 3.4, far) + wave(phase, 17, -row * 0.083) * lerp(0.2, 1.6, far);
      const source = shore - 3 - row * 1.55;
      context.drawImage(picture, 0, source, width, 3, shift, shore + row, width, 2);
      if (shift > 0) context.drawImage(picture, 0, source, 8, 3, 0, shore + row, shift + 1, 2);
      else context.drawImage(picture, width - 8, source, 8, 3, width + shift - 1, shore + row, 1 - shift, 2);
    }
    context.fillStyle = verticalGradient(context, shore, height, [[0, withAlpha(palette.low, 0.2)], [0.12, withAlpha(palette.far, 0.14)], [1, withAlpha(palette.near, 0.72)]]);
    context.fillRect(0, shore, width, depth);
    context.fillStyle = withAlpha(palette.low, 0.5);
    context.fillRect(0, shore - 1, width, 1.5);
  };

  const draw = (context, phase) => {
    const palette = paletteAt(phase);
    drawSky(context, phase, palette);
    const camera = wave(phase, 1, 0.25);
    masks.forEach((mask, index) => {
      const colour = mixColours(palette.far, palette.near, mask.depth);
      drawTinted(context, mask.canvas, -mask.margin + mask.sway * camera, 0, colour, mixColours(colour, palette.mist, 0.55), mask.base - mask.height);
      if (index === 1) drawBirds(context, phase);
      const haze = hazes[index];
      if (haze) {
        context.globalCompositeOperation = 'source-over';
        drawTintedHaze(context, haze, phase, palette, mask, index, camera);
      }
    });
    drawLake(context, phase, palette);
    const lamp = smoothstep(0.55, 0.63, phase) * (1 - smoothstep(0.95, 0.995, phase));
    const x = -foreground.margin + 128 * camera;
    drawTinted(context, foreground.canvas, x, 0, mixColours(palette.near, '#05070f', 0.35), mixColours(palette.near, '#020308', 0.6), 300);
    drawCabin(context, x + foreground.cabin.x, foreground.cabin.y, lamp, phase, palette);
    context.drawImage(grain, 0, 0);
  };

  const drawTintedHaze = (context, haze, phase, palette, mask, index, camera) => {
    const { canvas, context: ink } = hazeLayer;
    ink.globalCompositeOperation = 'copy';
    ink.drawImage(haze, 0, 0);
    ink.globalCompositeOperation = 'source-in';
    ink.fillStyle = palette.mist;
    ink.fillRect(0, 0, canvas.width, canvas.height);
    drawDrift(context, canvas, phase, 1, -310 + mask.sway * camera, mask.base - 40 + index * 4, index % 2 ? 160 : -160, 0.7);
  };

  const drawCabin = (context, x, y, lamp, phase, palette) => {
    for (let puff = 0; puff < 7; puff += 1) {
      const age = wrap(phase * 4 + puff / 7, 1);
      const alpha = 0.16 * Math.sin(age * Math.PI);
      drawGlow(context, x + 60 + age * 46 + 5 * wave(age, 1, puff / 7), y - 86 - age * 120, 10 + age * 26, palette.mist, alpha);
    }
    if (lamp === 0) return;
    const flicker = lamp * (0.94 + 0.06 * wave(phase, 23));
    drawGlow(context, x + 25, y - 20, 90, '#ffb45e', 0.34 * flicker);
    context.fillStyle = withAlpha('#ffd28a', flicker);
    context.fillRect(x + 16, y - 30, 19, 19);
    context.fillRect(x + 46, y - 30, 13, 19);
    context.fillStyle = withAlpha('#160d06', flicker);
    context.fillRect(x + 24.7, y - 30, 1.6, 19);
    context.fillRect(x + 16, y - 21.4, 19, 1.6);
  };

  return { draw };
}
