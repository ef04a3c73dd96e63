import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PlaybackFailure } from '../playback/playback-failure.ts';
import { createLiveTs } from './live-ts.ts';

const packetBytes = 188;

/** Stands in for the loader class of mpegts.js, which gives mpegts.js what arrives. */
class FakeBaseLoader {
  /** Whether mpegts.js collects what arrives before it converts it. */
  _needStash = false;
  onDataArrival: (bytes: ArrayBuffer) => void = () => undefined;
  onComplete: () => void = () => undefined;
  destroy(): void {}
}

/** Packets of MPEG-TS, each of which begins a frame of sound: the splicer holds only the last of them. */
function packets(count: number): Uint8Array {
  const bytes = new Uint8Array(count * packetBytes).fill(0xff);
  for (let at = 0; at < bytes.length; at += packetBytes) {
    bytes.set([0x47, 0x41, 0, 0x10, 0, 0, 1, 0xc0, 0, 0, 0x80, 0x80, 5, 0x21, 0, 1, 0, 1], at);
  }
  return bytes;
}

const nullPacket = new Uint8Array(packetBytes).fill(0xff);
nullPacket.set([0x47, 0x1f, 0xff, 0x10]);

/** A live channel whose bytes the test sends; `given` has the packets that mpegts.js got each time. */
function openChannel() {
  let sender: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (sender = controller) });
  vi.stubGlobal('fetch', async () => new Response(body));
  let isAwaited = true;
  let heardBytes = 0;
  let noteArrival: (() => void) | undefined;
  const live = createLiveTs(
    { BaseLoader: FakeBaseLoader, LoaderStatus: {} } as never,
    'http://butaca.ejemplo/canal.ts',
    {
      onLost: () => undefined,
      onBytes(bytes) {
        heardBytes += bytes.length;
        noteArrival?.();
      },
      onOtherCodecs: () => undefined,
      isAwaited: () => isAwaited,
    },
  );
  const loader = new live.loader({} as never, {}) as unknown as FakeBaseLoader & { open(): void };
  const given: number[] = [];
  loader.onDataArrival = ({ byteLength }) => given.push(byteLength / packetBytes);
  loader.open();
  return {
    given,
    heardPackets: () => heardBytes / packetBytes,
    sendNullPacket: () => sender?.enqueue(nullPacket),
    isCollectedAgain: () => loader._needStash,
    setAwaited: (next: boolean) => void (isAwaited = next),
    async send(count: number): Promise<void> {
      const arrived = new Promise<void>((resolve) => {
        noteArrival = resolve;
      });
      sender?.enqueue(packets(count));
      await arrived;
    },
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('converts each piece of a channel at once while the video waits for media', async () => {
  const channel = openChannel();
  await channel.send(20);
  await channel.send(1);
  await channel.send(3);
  expect(channel.given).toEqual([19, 1, 3]);
  expect(channel.isCollectedAgain()).toBe(false);
});

it('collects the pieces of a channel while the video has media to play', async () => {
  const channel = openChannel();
  await channel.send(20);
  channel.setAwaited(false);
  await channel.send(1);
  await channel.send(2);
  expect(channel.given).toEqual([19]);
  vi.advanceTimersByTime(125);
  await channel.send(1);
  expect(channel.given).toEqual([19, 4]);
  await channel.send(1);
  channel.setAwaited(true);
  await channel.send(1);
  expect(channel.given).toEqual([19, 4, 2]);
});

it('lets mpegts.js examine a channel only by enough bytes', async () => {
  const channel = openChannel();
  await channel.send(5);
  expect(channel.given).toEqual([]);
  await channel.send(10);
  expect(channel.given).toEqual([14]);
});

it('does not count null packets, which the server sends while the provider is silent', async () => {
  const channel = openChannel();
  await channel.send(20);
  channel.sendNullPacket();
  await channel.send(1);
  expect(channel.heardPackets()).toBe(21);
  expect(channel.given).toEqual([19, 1]);
});

it('reports a recording whose answer has no bytes', async () => {
  vi.stubGlobal('fetch', async () => new Response(new Uint8Array(0)));
  const lost = new Promise<PlaybackFailure>((resolve) => {
    const live = createLiveTs(
      { BaseLoader: FakeBaseLoader, LoaderStatus: {} } as never,
      'http://butaca.ejemplo/pasado.ts',
      {
        onLost: resolve,
        onBytes: () => undefined,
        onOtherCodecs: () => undefined,
        isAwaited: () => true,
        whenWanted: async () => undefined,
      },
    );
    const loader = new live.loader({} as never, {}) as unknown as FakeBaseLoader & { open(): void };
    loader.open();
  });
  expect(await lost).toMatchObject({ code: 'upstream.ended', fatal: true });
});

it('receives a recording only while it is wanted, and ends with its body', async () => {
  const waiting: (() => void)[] = [];
  const want = () => vi.waitFor(() => (waiting.shift() ?? expect.fail('nothing waits'))());
  let heard = 0;
  const pieces = [packets(20), packets(10)];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = pieces.shift();
        if (next === undefined) controller.close();
        else controller.enqueue(next);
      },
    },
    { highWaterMark: 0 },
  );
  vi.stubGlobal('fetch', async () => new Response(body));
  const lost: unknown[] = [];
  const live = createLiveTs(
    { BaseLoader: FakeBaseLoader, LoaderStatus: {} } as never,
    'http://butaca.ejemplo/pasado.ts',
    {
      onLost: (failure) => lost.push(failure),
      onBytes: ({ length }) => void (heard += length / packetBytes),
      onOtherCodecs: () => undefined,
      isAwaited: () => true,
      whenWanted: () => new Promise((resolve) => void waiting.push(resolve)),
    },
  );
  const loader = new live.loader({} as never, {}) as unknown as FakeBaseLoader & { open(): void };
  const completed = new Promise<void>((resolve) => void (loader.onComplete = resolve));
  loader.open();
  await want();
  await vi.waitFor(() => expect(heard).toBe(20));
  expect(pieces).toHaveLength(1);
  await want();
  await vi.waitFor(() => expect(heard).toBe(30));
  await want();
  await completed;
  expect(lost).toEqual([]);
});
