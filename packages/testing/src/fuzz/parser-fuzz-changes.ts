import type fc from 'fast-check';

/** One change of a fuzz input. Positions are fractions of the input's length, so that a change fits any input. */
type Change =
  | { kind: 'flip'; at: number; bit: number }
  | { kind: 'insert'; at: number; token: string }
  | { kind: 'repeat'; from: number; to: number; times: number }
  | { kind: 'cut'; from: number; to: number };

/** Draws one to eight changes that flip a bit, insert one of the tokens, or repeat or cut a part of an input. */
export function drawChanges(draw: typeof fc, tokens: readonly string[]): fc.Arbitrary<Change[]> {
  const place = draw.double({ min: 0, max: 1, noNaN: true });
  const bit = draw.integer({ min: 0, max: 7 });
  const times = draw.integer({ min: 2, max: 40 });
  return draw.array(
    draw.oneof(
      draw.record({ kind: draw.constant('flip' as const), at: place, bit }),
      draw.record({ kind: draw.constant('insert' as const), at: place, token: draw.constantFrom(...tokens) }),
      draw.record({ kind: draw.constant('repeat' as const), from: place, to: place, times }),
      draw.record({ kind: draw.constant('cut' as const), from: place, to: place }),
    ),
    { minLength: 1, maxLength: 8 },
  );
}

/** Applies changes to a copy of an input, which is cut to a length after each of them. */
export function changeBytes(bytes: Uint8Array, changes: readonly Change[], longestBytes: number): Buffer {
  let changed = Buffer.from(bytes);
  for (const change of changes) changed = applyChange(changed, change).subarray(0, longestBytes);
  return changed;
}

function applyChange(bytes: Buffer<ArrayBuffer>, change: Change): Buffer<ArrayBuffer> {
  const index = (fraction: number): number => Math.floor(fraction * bytes.length);
  if (change.kind === 'flip') {
    const changed = Buffer.from(bytes);
    const at = Math.min(index(change.at), bytes.length - 1);
    if (at >= 0) changed[at] = (changed[at] ?? 0) ^ (1 << change.bit);
    return changed;
  }
  if (change.kind === 'insert') {
    const at = index(change.at);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(change.token, 'latin1'), bytes.subarray(at)]);
  }
  const [from, to] = [index(Math.min(change.from, change.to)), index(Math.max(change.from, change.to))];
  const times = change.kind === 'cut' ? 0 : change.times;
  const middle = Array.from({ length: times }, () => bytes.subarray(from, to));
  return Buffer.concat([bytes.subarray(0, from), ...middle, bytes.subarray(to)]);
}
