import { createTransportStream, readFrames } from '@butaca/testing';
import { expect, it } from 'vitest';
import { createRing, ringLimitBytes } from './ring.ts';

/** Feeds a ring with frames, as a viewer who reads everything at once would let it. */
function feed(
  ring: ReturnType<typeof createRing>,
  frames: number,
  options: { framePackets: number; groupFrames: number },
) {
  const stream = createTransportStream(options);
  let most = 0;
  for (let count = 0; count < frames; count += 1) {
    const kept = ring.take(stream.frame());
    if (kept.length > 0) ring.queue.push(kept);
    ring.trim([ring.queue.next()]);
    most = Math.max(most, ring.queue.heldBytes());
  }
  return most;
}

it('a ring keeps what has come since the newest keyframe when nobody has more to read', () => {
  const ring = createRing({ onChange: () => undefined, isCrowded: () => false });
  feed(ring, 25, { framePackets: 50, groupFrames: 10 });
  const kept: Buffer[] = [];
  for (let chunk = ring.queue.first(); chunk < ring.queue.next(); chunk += 1) {
    kept.push(ring.queue.get(chunk) ?? Buffer.alloc(0));
  }
  expect(readFrames(Buffer.concat(kept)).map(({ number }) => number)).toEqual([20, 21, 22, 23, 24]);
});

it('a ring stays within its limit when no keyframe comes, and viewers begin at its end', () => {
  let counted = 0;
  const ring = createRing({ onChange: (bytes) => (counted += bytes), isCrowded: () => false });
  const most = feed(ring, 600, { framePackets: 200, groupFrames: 10_000 });
  expect(most).toBeLessThan(ringLimitBytes + 200 * 188 + 1_000);
  expect(counted).toBe(ring.queue.heldBytes());
  expect(ring.enter()).toMatchObject({ chunk: ring.queue.next(), skipBytes: 0 });
});

it('a ring keeps what a slow viewer has to read, but not when there is too much in total', () => {
  let isCrowded = false;
  const ring = createRing({ onChange: () => undefined, isCrowded: () => isCrowded });
  const stream = createTransportStream({ groupFrames: 10 });
  for (let count = 0; count < 35; count += 1) {
    ring.queue.push(ring.take(stream.frame()));
    ring.trim([2, ring.queue.next()]);
  }
  expect(ring.queue.first()).toBe(2);
  isCrowded = true;
  ring.trim([2, ring.queue.next()]);
  expect(ring.queue.first()).toBe(30);
});
