/**
 * The live loops of the demo, by name. Each loop has a scene in `scenes/` and a score in `scores.mjs`, both with the
 * loop's name, and a bit rate for each rendition. All loops together stay under 5.6 MB.
 */
const full = (bitrateBps) => ({ name: '720p', width: 1280, height: 720, level: '3.1', bitrateBps });
const small = (bitrateBps) => ({ name: '360p', width: 640, height: 360, level: '3.0', bitrateBps });

export const soundBitrateBps = 32_000;

export const loops = {
  'cenit-24': [full(100_000), small(36_000)],
  faro: [full(146_000)],
  sierra: [full(120_000)],
  tocadiscos: [full(70_000)],
  orbita: [full(88_000)],
  cancha: [full(68_000)],
};
