/**
 * The live loops of the demo, by name: a scene of `scenes/` and a score of `scores.mjs` of the same name (or `scene`), and how
 * many bits each rendition may spend. Together they stay under 5.5 MB.
 */
const full = (bitrateBps) => ({ name: '720p', width: 1280, height: 720, level: '3.1', bitrateBps });
const small = (bitrateBps) => ({ name: '360p', width: 640, height: 360, level: '3.0', bitrateBps });

export const soundBitrateBps = 32_000;

export const loops = {
  'cenit-24': [full(110_000), small(42_000)],
  faro: [full(155_000)],
  sierra: [full(130_000)],
  tocadiscos: [full(80_000)],
  orbita: [full(90_000)],
  cancha: [full(80_000)],
};
