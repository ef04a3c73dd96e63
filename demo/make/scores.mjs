// The music of each demo loop, written as notes. Every score returns a seamless ring of 40 s.
import { addAir, addBass, addBell, addBrush, addHall, addKey, addKnock, addPad, createRing } from './sound.mjs';

const turn = Math.PI * 2;
const swing = (phase, turns, offset = 0) => 0.5 + 0.5 * Math.sin(turn * (phase * turns + offset));

/**
 * Adds four chords of 15 s at intervals of 10 s: they overlap, so that no beginning is audible.
 */
function addChords(ring, chords, gain, bright) {
  chords.forEach((notes, index) => addPad(ring, { notes, startSeconds: index * 10 - 2, seconds: 15, gain, bright }));
}

/** The music of a sea at night: waves that arrive every ten seconds, low strings, a far bell. */
function faro() {
  const music = createRing();
  addChords(music, [[38, 50, 57, 60, 65], [34, 46, 53, 58, 65], [31, 43, 55, 58, 62], [33, 45, 52, 57, 60]], 0.5, 0.2);
  [[4, 81], [9, 77], [14, 82], [21.5, 79], [27, 74], [34, 76]].forEach(([startSeconds, note], index) => addBell(music, { note, startSeconds, gain: 0.045, seconds: 6, pan: index % 2 ? 0.5 : -0.5 }));
  const ring = addHall(music, { wet: 1.2, decay: 0.9, damp: 0.45 });
  addAir(ring, { gain: 0.9, lowHz: 60, highHz: 420, seed: 3, swell: (phase, side) => 0.25 + 0.75 * swing(phase, 4, side * 0.12) ** 3 });
  addAir(ring, { gain: 0.34, lowHz: 500, highHz: 2400, seed: 5, swell: (phase, side) => 0.06 + 0.94 * swing(phase, 4, -0.08 + side * 0.12) ** 6 });
  return ring;
}

/** The music of a day by a lake: wide chords, a slow melody of keys, wind in the trees. */
function sierra() {
  const music = createRing();
  addChords(music, [[43, 50, 59, 62, 66], [40, 47, 55, 59, 66], [36, 48, 55, 64, 67], [38, 50, 57, 60, 66]], 0.46, 0.26);
  const tune = [[0.5, 74], [1.75, 78], [3, 81], [6, 79], [8, 78], [10.5, 71], [11.75, 74], [13, 79], [16.5, 78], [20.5, 72], [21.75, 76], [23, 79], [25.5, 83], [28, 81], [30.5, 74], [31.75, 78], [33, 76], [36, 69]];
  tune.forEach(([startSeconds, note], index) => addKey(music, { note, startSeconds, gain: 0.13, seconds: 4.5, pan: index % 2 ? 0.25 : -0.25 }));
  const ring = addHall(music, { wet: 1.3, decay: 0.88, damp: 0.4 });
  addAir(ring, { gain: 0.2, lowHz: 200, highHz: 900, seed: 21, swell: (phase, side) => 0.3 + 0.7 * swing(phase, 3, side * 0.2) ** 2 });
  return ring;
}

/** The music of a newsroom at night: a quiet pulse under open fifths. */
function cenit() {
  const music = createRing();
  addChords(music, [[45, 52, 57, 64], [41, 48, 57, 65], [43, 50, 59, 62], [40, 52, 55, 64]], 0.4, 0.3);
  const roots = [33, 29, 31, 28];
  const figure = [0, 12, 7, 12, 16, 12, 7, 12];
  for (let beat = 0; beat < 80; beat += 1) {
    const root = roots[Math.floor(beat / 20)];
    const startSeconds = beat * 0.5;
    if (beat % 4 === 0) addKnock(music, { startSeconds, gain: 0.2 });
    if (beat % 2 === 1) addBrush(music, { startSeconds, seconds: 0.12, gain: 0.12, lowHz: 3000, highHz: 9000, pan: 0.3, seed: beat + 1 });
    const third = root === 28 ? 15 : root === 33 ? 15 : 16;
    const step = figure[beat % 8] === 16 ? third : figure[beat % 8];
    addKey(music, { note: root + 36 + step, startSeconds, gain: 0.055 + (beat % 4 === 0 ? 0.02 : 0), seconds: 1.4, pan: beat % 2 ? 0.4 : -0.4 });
    if (beat % 10 === 0) addBass(music, { note: root + 12, startSeconds, seconds: 4.6, gain: 0.2 });
  }
  return addHall(music, { wet: 0.7, decay: 0.82, damp: 0.4 });
}

/** The music of a record on a rainy night: seventh chords, a brushed drum, some crackle of dust in the groove. */
function tocadiscos() {
  const music = createRing();
  const bars = [
    { root: 41, chord: [60, 64, 67, 72], line: [76, 79, 72, 74] },
    { root: 40, chord: [59, 62, 67, 71], line: [74, 71, 76, 67] },
    { root: 38, chord: [57, 60, 65, 72], line: [72, 77, 76, 69] },
    { root: 43, chord: [59, 65, 69, 76], line: [74, 77, 71, 72] },
  ];
  for (let bar = 0; bar < 12; bar += 1) {
    const { root, chord, line } = bars[bar % 4];
    const at = (bar * 40) / 12;
    const beat = 40 / 48;
    for (const [offset, gain] of [[0, 0.085], [1.62, 0.06], [2.66, 0.05]]) {
      chord.forEach((note, index) => addKey(music, { note: note - 5 + 5, startSeconds: at + offset * beat + index * 0.022, gain, seconds: 2.6, pan: (index - 1.5) * 0.3 }));
    }
    addBass(music, { note: root, startSeconds: at, seconds: 1.5, gain: 0.22 });
    addBass(music, { note: root + (bar % 2 ? 7 : 0), startSeconds: at + 2.5 * beat, seconds: 1.1, gain: 0.17 });
    for (const offset of [0, 2.5]) addKnock(music, { startSeconds: at + offset * beat, gain: 0.26, hz: 48 });
    for (const offset of [1, 3]) addBrush(music, { startSeconds: at + offset * beat + 0.012, seconds: 0.26, gain: 0.5, lowHz: 700, highHz: 3200, seed: bar * 7 + offset });
    for (let step = 0; step < 8; step += 1) addBrush(music, { startSeconds: at + (step / 2 + (step % 2 ? 0.09 : 0)) * beat, seconds: 0.07, gain: step % 2 ? 0.07 : 0.12, lowHz: 4500, highHz: 9000, pan: 0.35, seed: bar * 31 + step + 1 });
    if (bar % 4 !== 3 || bar === 11) line.forEach((note, index) => addBell(music, { note, startSeconds: at + [0.5, 1.5, 2.09, 3.09][index] * beat, gain: 0.035, seconds: 1.8, pan: -0.3 }));
  }
  const ring = addHall(music, { wet: 0.45, decay: 0.78, damp: 0.55 });
  addAir(ring, { gain: 0.11, lowHz: 900, highHz: 4200, seed: 71, swell: (phase, side) => 0.8 + 0.2 * swing(phase, 5, side * 0.3) });
  for (let speck = 0; speck < 70; speck += 1) {
    const startSeconds = (speck * 40) / 70 + 0.31 * Math.sin(speck * 12.9);
    addBrush(ring, { startSeconds, seconds: 0.006, gain: 0.3 + 0.2 * Math.sin(speck * 7.7), lowHz: 1500, highHz: 6000, pan: Math.sin(speck * 3.1) * 0.6, seed: speck + 400 });
  }
  return ring;
}

/** The music of an orbit: very slow chords, high glassy sounds, a breath of air. */
function orbita() {
  const music = createRing();
  addChords(music, [[36, 43, 55, 62, 64], [32, 44, 51, 60, 67], [41, 48, 56, 60, 63], [34, 46, 53, 62, 65]], 0.5, 0.34);
  [[2, 86], [7.5, 91], [12, 87], [17, 84], [22, 92], [26.5, 87], [32, 89], [37, 86]].forEach(([startSeconds, note], index) => addBell(music, { note: note - 12, startSeconds, gain: 0.05, seconds: 7, pan: index % 2 ? 0.7 : -0.7 }));
  const ring = addHall(music, { wet: 1.8, decay: 0.92, damp: 0.3 });
  addAir(ring, { gain: 0.16, lowHz: 80, highHz: 500, seed: 9, swell: (phase) => 0.5 + 0.5 * swing(phase, 2) });
  return ring;
}

/** The music of an empty football pitch at dusk: crickets, a warm drone, a slow drum far away. */
function cancha() {
  const music = createRing();
  addChords(music, [[40, 47, 56, 59, 64], [45, 52, 57, 61, 64], [37, 44, 56, 59, 64], [35, 47, 54, 59, 63]], 0.44, 0.3);
  const rise = [[1, 71], [3, 76], [5, 80], [11, 73], [13, 76], [15, 81], [21, 71], [23, 75], [25, 80], [31, 71], [33, 75], [35, 78]];
  rise.forEach(([startSeconds, note], index) => addKey(music, { note, startSeconds, gain: 0.12, seconds: 5, pan: index % 2 ? 0.3 : -0.3 }));
  for (let beat = 0; beat < 20; beat += 1) {
    addKnock(music, { startSeconds: beat * 2, gain: 0.3, hz: 46 });
    if (beat % 4 === 3) addKnock(music, { startSeconds: beat * 2 + 1.5, gain: 0.16, hz: 50 });
  }
  const ring = addHall(music, { wet: 1.1, decay: 0.87, damp: 0.4 });
  addAir(ring, { gain: 0.16, lowHz: 150, highHz: 800, seed: 33, swell: (phase, side) => 0.4 + 0.6 * swing(phase, 2, side * 0.25) });
  const chirp = (phase, side) => (swing(phase, 720, side * 0.5) ** 4) * (swing(phase, 40 - side * 7, side * 0.3) > 0.62 ? 1 : 0.05);
  addAir(ring, { gain: 0.05, lowHz: 3600, highHz: 5200, seed: 44, swell: chirp });
  return ring;
}

/** The scores, by the name of their loop. */
export const scores = { faro, sierra, 'cenit-24': cenit, tocadiscos, orbita, cancha };
