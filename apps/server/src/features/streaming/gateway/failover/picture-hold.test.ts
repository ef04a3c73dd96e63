import { createTransportStream, readFrames } from '@butaca/testing';
import { expect, it } from 'vitest';
import { createPictureHold } from './picture-hold.ts';

const packetBytes = 188;
const numbers = (bytes: Buffer) => readFrames(bytes).map(({ number }) => number);

it('an incomplete picture is held back until the next one begins, and no byte is lost', () => {
  const stream = createTransportStream({ groupFrames: 5 });
  const [one, two, three] = [stream.frame(), stream.frame(), stream.frame()];
  const hold = createPictureHold(() => 0x100);
  expect(numbers(hold.pass(one))).toEqual([]);
  expect(hold.pass(two.subarray(0, 2 * packetBytes)).length).toBeGreaterThan(0);
  expect(numbers(hold.pass(two.subarray(2 * packetBytes)))).toEqual([]);
  const passed = hold.pass(three);
  expect(numbers(passed)).toEqual([1]);
  expect(Buffer.concat([passed, hold.release()])).toEqual(Buffer.concat([two, three]));
});

it('nothing of a channel without video is held back', () => {
  const frame = createTransportStream({ groupFrames: 5 }).frame();
  expect(createPictureHold(() => undefined).pass(frame)).toEqual(frame);
});
