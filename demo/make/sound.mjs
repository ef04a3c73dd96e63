// A small synthesiser whose sounds are rings: a sound that lasts beyond the end of the loop continues at the beginning,
// and filters and echoes run over the loop twice, so that they have settled. So the loop has no audible seam.
import { loopSeconds, sampleRateHz } from './timing.mjs';

const length = loopSeconds * sampleRateHz;
const turn = Math.PI * 2;

/** @typedef {{ left: Float32Array, right: Float32Array }} Ring */

/** Makes a silent ring. @returns {Ring} */
export const createRing = () => ({ left: new Float32Array(length), right: new Float32Array(length) });

/** The frequency of a note in equal temperament. @param {number} note - as in MIDI: 69 is the A of 440 Hz */
const pitchHz = (note) => 440 * 2 ** ((note - 69) / 12);

function createRandom(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}

/**
 * Adds one tone to a ring.
 *
 * @param {Ring} ring
 * @param {{ startSeconds: number, seconds: number, gain: number, pan?: number, shape: (seconds: number) => number,
 *   envelope: (seconds: number) => number }} voice - `pan` from -1 (left) to 1 (right)
 */
function addVoice(ring, { startSeconds, seconds, gain, pan = 0, shape, envelope }) {
  const start = Math.round(startSeconds * sampleRateHz);
  const samples = Math.round(seconds * sampleRateHz);
  const angle = ((pan + 1) * Math.PI) / 4;
  const [toLeft, toRight] = [Math.cos(angle) * gain, Math.sin(angle) * gain];
  for (let index = 0; index < samples; index += 1) {
    const time = index / sampleRateHz;
    const value = shape(time) * envelope(time);
    const at = (((start + index) % length) + length) % length;
    ring.left[at] += value * toLeft;
    ring.right[at] += value * toRight;
  }
}

/** Adds a warm held chord: three slightly detuned partials per note, with slow attack and release. */
export function addPad(ring, { notes, startSeconds, seconds, gain, bright = 0.25 }) {
  const envelope = (time) => Math.sin(Math.min(1, time / (seconds * 0.42)) * (Math.PI / 2)) ** 2 * Math.cos(Math.max(0, (time - seconds * 0.5) / (seconds * 0.5)) * (Math.PI / 2)) ** 2;
  notes.forEach((note, index) => {
    for (const [detune, pan] of [[-0.055, -0.7], [0.05, 0.7], [0, 0]]) {
      const hz = pitchHz(note + detune);
      const shape = (time) => {
        const sway = 1 + 0.12 * Math.sin(turn * (0.11 + index * 0.03) * time + index);
        return (Math.sin(turn * hz * time) + bright * sway * Math.sin(turn * hz * 2 * time) + bright * 0.35 * Math.sin(turn * hz * 3 * time)) / 3;
      };
      addVoice(ring, { startSeconds, seconds, gain: gain / Math.sqrt(notes.length), pan, shape, envelope });
    }
  });
}

/** Adds a note of a soft electric piano: a tone with a bell sound that fades earlier. */
export function addKey(ring, { note, startSeconds, gain, seconds = 3.2, pan = 0 }) {
  const hz = pitchHz(note);
  addVoice(ring, {
    startSeconds,
    seconds,
    gain,
    pan,
    shape: (time) => Math.sin(turn * hz * time + 1.1 * Math.exp(-time * 5) * Math.sin(turn * hz * 2 * time)) * (1 + 0.1 * Math.sin(turn * 4.6 * time)),
    envelope: (time) => Math.min(1, time / 0.006) * Math.exp((-time * 3.2) / seconds) * Math.min(1, (seconds - time) / 0.2),
  });
}

/** Adds a small bell, or with a short duration a drop of water. */
export function addBell(ring, { note, startSeconds, gain, seconds = 4, pan = 0 }) {
  const hz = pitchHz(note);
  addVoice(ring, {
    startSeconds,
    seconds,
    gain,
    pan,
    shape: (time) => Math.sin(turn * hz * time) + 0.35 * Math.exp(-time * 4) * Math.sin(turn * hz * 2.756 * time) + 0.12 * Math.exp(-time * 9) * Math.sin(turn * hz * 5.404 * time),
    envelope: (time) => Math.min(1, time / 0.004) * Math.exp((-time * 4.5) / seconds) * Math.min(1, (seconds - time) / 0.3),
  });
}

/** Adds a plucked or bowed low note. */
export function addBass(ring, { note, startSeconds, seconds, gain }) {
  const hz = pitchHz(note);
  addVoice(ring, {
    startSeconds,
    seconds,
    gain,
    shape: (time) => Math.sin(turn * hz * time) + 0.22 * Math.sin(turn * hz * 2 * time),
    envelope: (time) => Math.min(1, time / 0.03) * Math.exp((-time * 1.6) / seconds) * Math.min(1, (seconds - time) / 0.25),
  });
}

/** Adds a low knock, like a heartbeat or a soft drum. */
export function addKnock(ring, { startSeconds, gain, hz = 52 }) {
  addVoice(ring, {
    startSeconds,
    seconds: 0.5,
    gain,
    shape: (time) => Math.sin(turn * (hz * time + 1.6 * (1 - Math.exp(-time * 30)))),
    envelope: (time) => Math.min(1, time / 0.004) * Math.exp(-time * 10),
  });
}

/** Adds a short burst of filtered noise: a brush on a drum, a crackle, a wing. */
export function addBrush(ring, { startSeconds, seconds, gain, lowHz, highHz, pan = 0, seed }) {
  const random = createRandom(seed);
  let [low, high] = [0, 0];
  const [lowStep, highStep] = [1 - Math.exp((-turn * highHz) / sampleRateHz), 1 - Math.exp((-turn * lowHz) / sampleRateHz)];
  addVoice(ring, {
    startSeconds,
    seconds,
    gain,
    pan,
    shape: () => {
      low += lowStep * (random() * 2 - 1 - low);
      high += highStep * (low - high);
      return low - high;
    },
    envelope: (time) => Math.min(1, time / (seconds * 0.12)) * Math.exp((-time * 4) / seconds) * Math.min(1, (seconds - time) / (seconds * 0.2)),
  });
}

/**
 * Adds wind, sea or rain: a ring of noise between two frequencies, whose loudness follows `swell`.
 *
 * @param {Ring} ring
 * @param {{ gain: number, lowHz: number, highHz: number, seed: number, swell: (phase: number, side: 0 | 1) => number }} air -
 *   `swell` must return the same at phases 0 and 1
 */
export function addAir(ring, { gain, lowHz, highHz, seed, swell }) {
  [ring.left, ring.right].forEach((channel, side) => {
    const random = createRandom(seed + side * 977);
    const noise = Float32Array.from({ length }, () => random() * 2 - 1);
    const [a, b] = [1 - Math.exp((-turn * highHz) / sampleRateHz), 1 - Math.exp((-turn * lowHz) / sampleRateHz)];
    let [first, second, floor] = [0, 0, 0];
    for (let index = 0; index < length * 2; index += 1) {
      first += a * (noise[index % length] - first);
      second += a * (first - second);
      floor += b * (second - floor);
      if (index >= length) channel[index - length] += (second - floor) * gain * swell((index - length) / length, side);
    }
  });
}

/**
 * Adds reverb to a sound that is played in a loop: eight combs and four all-passes per side (Schroeder's structure with
 * the well-known Freeverb tunings).
 *
 * @param {Ring} dry - the looped sound without reverb
 * @param {{ wet: number, decay?: number, damp?: number }} hall
 * @returns {Ring}
 */
export function addHall(dry, { wet, decay = 0.86, damp = 0.35 }) {
  const combs = [1116, 1188, 1277, 1356, 1422, 1491, 1557, 1617];
  const allPasses = [556, 441, 341, 225];
  const scale = (sampleRateHz / 44_100) * 1.6;
  const result = createRing();
  for (const [side, spread] of [['left', 0], ['right', 23]]) {
    const makeLine = (samples) => ({ line: new Float32Array(Math.round((samples + spread) * scale)), at: 0, last: 0 });
    const [combLines, allPassLines] = [combs.map(makeLine), allPasses.map(makeLine)];
    for (let index = 0; index < length * 2; index += 1) {
      const source = index % length;
      const input = (dry.left[source] + dry.right[source]) * 0.5 * 0.06;
      let output = 0;
      for (const comb of combLines) {
        const value = comb.line[comb.at];
        comb.last = value * (1 - damp) + comb.last * damp;
        comb.line[comb.at] = input + comb.last * decay;
        comb.at = (comb.at + 1) % comb.line.length;
        output += value;
      }
      for (const pass of allPassLines) {
        const value = pass.line[pass.at];
        pass.line[pass.at] = output + value * 0.5;
        pass.at = (pass.at + 1) % pass.line.length;
        output = value - output;
      }
      if (index >= length) result[side][source] = dry[side][source] + output * wet;
    }
  }
  return result;
}

/**
 * Converts a ring to interleaved 32-bit floats, scaled so that its loudest sample is `peak`.
 *
 * @param {Ring} ring
 * @param {number} [peak] - the loudest sample, as a fraction of full scale
 */
export function toSamples(ring, peak = 0.5) {
  let loudest = 0;
  for (let index = 0; index < length; index += 1) {
    loudest = Math.max(loudest, Math.abs(ring.left[index]), Math.abs(ring.right[index]));
  }
  const samples = new Float32Array(length * 2);
  for (let index = 0; index < length; index += 1) {
    samples[index * 2] = (ring.left[index] / loudest) * peak;
    samples[index * 2 + 1] = (ring.right[index] / loudest) * peak;
  }
  return samples;
}
