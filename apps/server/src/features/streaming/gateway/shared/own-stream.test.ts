import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { createTransportStream, createVirtualClock, readFrames } from '@butaca/testing';
import { expect, it } from 'vitest';
import { startOwnStream } from './own-stream.ts';
import { createTransferStore } from './transfer-store.ts';

/** Starts a channel that this server makes; `send` makes its next frames. */
function startChannel() {
  const channel = createTransportStream({ groupFrames: 10 });
  const made = new PassThrough();
  const store = createTransferStore(createVirtualClock());
  const stream = startOwnStream(store, 'channel:uno', async () => made);
  const send = (frames: number): void => {
    for (let count = 0; count < frames; count += 1) made.write(channel.frame());
  };
  return { stream, made, send };
}

/** Reads what comes for a viewer. @returns the numbers of the frames so far */
function watch(body: Readable): () => number[] {
  const received: Buffer[] = [];
  body.on('data', (chunk: Buffer) => received.push(chunk)).on('error', () => undefined);
  return () => readFrames(Buffer.concat(received)).map(({ number }) => number);
}

const never = (): AbortSignal => new AbortController().signal;

it('each viewer begins at the newest keyframe, and the stream ends with the last one', async () => {
  const { stream, made, send } = startChannel();
  const leaving = new AbortController();
  const joining = stream.join(leaving.signal);
  send(25);
  const first = watch(await joining);
  await expect.poll(() => first().at(-1)).toBe(24);
  const body = await stream.join(never());
  const second = watch(body);
  send(5);
  await expect.poll(() => [first().at(-1), second().at(0), second().at(-1)]).toEqual([29, 20, 29]);
  leaving.abort();
  send(1);
  await expect.poll(() => second().at(-1)).toBe(30);
  expect([stream.isOver(), made.destroyed]).toEqual([false, false]);
  body.destroy();
  await expect.poll(() => [stream.isOver(), made.destroyed]).toEqual([true, true]);
});

it('a viewer who pauses delays nobody', async () => {
  const { stream, send } = startChannel();
  const joining = stream.join(never());
  send(1);
  const paused = await joining;
  const other = watch(await stream.join(never()));
  paused.pause();
  send(200);
  await expect.poll(() => other().at(-1)).toBe(200);
  stream.end();
});

it('its viewers are told when it breaks off, and nobody joins it then', async () => {
  const { stream, made, send } = startChannel();
  const joining = stream.join(never());
  send(1);
  const body = await joining;
  body.resume();
  const failed = once(body, 'error');
  made.destroy();
  await failed;
  expect(stream.isOver()).toBe(true);
});

it('a viewer gets the failure with which it could not be made', async () => {
  const store = createTransferStore(createVirtualClock());
  const stream = startOwnStream(store, 'channel:uno', () => Promise.reject(new Error('no channel')));
  await expect(stream.join(never())).rejects.toThrow('no channel');
  expect(stream.isOver()).toBe(true);
});
