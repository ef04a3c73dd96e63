/** Drawing functions that all scenes share. They repeat exactly: random numbers are seeded, and noise is periodic. */

/** Makes a random generator with the same sequence in every run. @param {number} seed */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const lerp = (from, to, amount) => from + (to - from) * amount;
export const clamp = (value, low = 0, high = 1) => Math.min(high, Math.max(low, value));
export const wrap = (value, length) => ((value % length) + length) % length;
export const smoothstep = (from, to, value) => {
  const amount = clamp((value - from) / (to - from));
  return amount * amount * (3 - 2 * amount);
};
/** A sine wave with `turns` whole periods in one loop. */
export const wave = (phase, turns, offset = 0) => Math.sin((phase * turns + offset) * Math.PI * 2);

export function createLayer(width, height) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) };
}

export async function loadPicture(url) {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

/** Makes smooth periodic noise: `sample(x)` for x in [0, 1), with equal values at both ends. */
export function createRidge(seed, octaves, roughness = 0.5, lowest = 2) {
  const random = createRandom(seed);
  const parts = Array.from({ length: octaves }, (_, index) => ({
    turns: Math.round(lowest * 1.83 ** index),
    offset: random(),
    size: roughness ** index * (0.7 + 0.6 * random()),
  }));
  const total = parts.reduce((sum, part) => sum + part.size, 0);
  return (x) => parts.reduce((sum, { turns, offset, size }) => sum + size * wave(x, turns, offset), 0) / total;
}

const toRgb = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
export function mixColours(from, to, amount) {
  const [a, b] = [toRgb(from), toRgb(to)];
  const mixed = a.map((part, index) => Math.round(lerp(part, b[index], clamp(amount))));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
export function withAlpha(hex, alpha) {
  return `rgb(${toRgb(hex).join(' ')} / ${alpha})`;
}

export function verticalGradient(context, top, bottom, stops) {
  const gradient = context.createLinearGradient(0, top, 0, bottom);
  for (const [at, colour] of stops) gradient.addColorStop(at, colour);
  return gradient;
}

export function drawGlow(context, x, y, radius, colour, strength) {
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
  for (const at of [0, 0.12, 0.25, 0.4, 0.55, 0.7, 0.85, 1]) {
    gradient.addColorStop(at, withAlpha(colour, strength * (1 - at) ** 2.4));
  }
  context.fillStyle = gradient;
  context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
}

/** Makes a layer of static noise, which hides the banding of gradients. Static noise costs bits only in keyframes. */
export function createGrain(width, height, strength, seed = 7) {
  const { canvas, context } = createLayer(width, height);
  const pixels = context.createImageData(width, height);
  const random = createRandom(seed);
  for (let at = 0; at < pixels.data.length; at += 4) {
    const level = random() + random() - 1;
    pixels.data.fill(level > 0 ? 255 : 0, at, at + 3);
    pixels.data[at + 3] = Math.abs(level) * strength * 255;
  }
  context.putImageData(pixels, 0, 0);
  return canvas;
}
