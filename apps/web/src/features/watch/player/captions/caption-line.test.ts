import { expect, it } from 'vitest';
import { lineAbove } from './caption-line.ts';

/** A video of 1280 × 720 has letters of 36 pixels in lines of 47; controls of 100 pixels cover three of its fifteen lines. */
const covered = { width: 1280, height: 720, coveredHeight: 100 };
const cue = { text: 'Hola', line: 'auto', snapToLines: true } as const;

it.each([
  ['at the bottom', cue, -4],
  ['of two lines', { ...cue, text: '<b>Hola.</b>\n¿Qué tal?' }, -5],
  ['of a line that is too long for the video', { ...cue, text: 'a'.repeat(80) }, -5],
  ['at the last line', { ...cue, line: -1 }, -4],
  ['above the controls, counted from the bottom', { ...cue, line: -6 }, undefined],
  ['at a line near the bottom, counted from the top', { ...cue, line: 13 }, -4],
  ['at the top', { ...cue, line: 0 }, undefined],
  ['at a height near the bottom', { ...cue, line: 90, snapToLines: false }, 74],
  ['at a height near the top', { ...cue, line: 10, snapToLines: false }, undefined],
])('places a cue %s above the controls', (_what, given, line) => {
  expect(lineAbove(given, covered)).toBe(line);
});

it('leaves cues where no controls cover the video, and where it has no size', () => {
  expect(lineAbove(cue, { ...covered, coveredHeight: 0 })).toBeUndefined();
  expect(lineAbove(cue, { width: 0, height: 0, coveredHeight: 100 })).toBeUndefined();
});
