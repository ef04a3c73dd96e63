import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import type { ItemKey } from '@butaca/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { startTestGateway, until, type TestGateway } from '../../../../../test/gateway/start-test-gateway.ts';

const ffmpeg = process.env['BUTACA_FFMPEG'] ?? 'ffmpeg';
const packetBytes = 188;

/** A channel with pictures that decode: eight seconds with a keyframe every second, 25 MB. */
let recording: Buffer;
let upstream: FakeUpstream;
let test: TestGateway;
const sources = new Map<ItemKey, StreamSource[]>();
beforeAll(async () => {
  const picture = 'testsrc2=size=640x360:rate=25,noise=alls=40:allf=t';
  const input = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=frequency=440', '-t', '8'];
  const video = '-c:v libx264 -preset ultrafast -qp 24 -g 25 -keyint_min 25 -sc_threshold 0 -pix_fmt yuv420p';
  const output = [...video.split(' '), '-c:a', 'aac', '-f', 'mpegts', 'pipe:1'];
  const options = { encoding: 'buffer', maxBuffer: 80_000_000 } as const;
  recording = (await promisify(execFile)(ffmpeg, ['-v', 'error', ...input, ...output], options)).stdout;
  upstream = await startFakeUpstream();
  test = await startTestGateway({
    timing: { standbyMs: 100, leaveMs: 300 },
    findSources: async (channelKey) => sources.get(channelKey) ?? [],
    findBudget: async () => ({ providerKey: 'una', connections: 4 }),
  });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

/** Opens a channel, in the way of a player that reads all that comes. */
async function watch(name: string, paths: readonly string[], person = 1) {
  const itemKey: ItemKey = `channel:${name}`;
  const own = paths.map((path): StreamSource => ({
    address: upstream.origin + path,
    streamKind: 'ts',
    userAgent: null,
    referrer: null,
  }));
  sources.set(itemKey, own);
  const [source] = own;
  if (source === undefined) throw new Error('no source');
  const grant = { itemKey, accountId: `cuenta-${person}`, sessionKey: `sesión-${person}` };
  const response = await test.ask(test.address(source, grant));
  const received: Buffer[] = [];
  let receivedBytes = 0;
  response
    .on('error', () => undefined)
    .on('data', (chunk: Buffer) => {
      received.push(chunk);
      receivedBytes += chunk.length;
    });
  return {
    response,
    receivedBytes: () => receivedBytes,
    lastPacket: () => received.at(-1)?.subarray(-packetBytes),
    bytes: () => Buffer.concat(received),
  };
}

/** Decodes the pictures of a body. @returns what ffmpeg says about broken ones */
async function complaints(body: Buffer): Promise<string> {
  const args = ['-v', 'error', '-f', 'mpegts', '-i', 'pipe:0', '-map', '0:v', '-f', 'null', '-'];
  const child = spawn(ffmpeg, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin.on('error', () => undefined).end(body);
  return text(child.stderr);
}

function pictureStarts(body: Buffer): number[] {
  const starts: number[] = [];
  for (let at = 0; at + packetBytes <= body.length; at += packetBytes) {
    if ((body.readUInt16BE(at + 1) & 0x5fff) === 0x4100) starts.push(at);
  }
  return starts;
}

/** Finds a place in the middle of the picture with the given number. */
function middleOf(picture: number): number {
  const starts = pictureStarts(recording);
  const [from = 0, to = 0] = starts.slice(picture, picture + 2);
  return from + Math.floor((to - from) / 2 / packetBytes) * packetBytes;
}

it('a source that stalls in the middle of a picture is followed by whole pictures only', async () => {
  const cut = recording.subarray(0, middleOf(12));
  const other = recording.subarray(0, pictureStarts(recording)[60]);
  upstream.serve('/corta.ts', (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp2t' }).write(cut);
  });
  upstream.serve('/entera.ts', (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp2t' }).write(other);
  });
  const viewer = await watch('corta', ['/corta.ts', '/entera.ts']);
  const comes = cut.length + other.length * 0.9;
  await until('the second source has come', () => viewer.receivedBytes() > comes);
  viewer.response.destroy();
  const body = viewer.bytes();
  expect(pictureStarts(body).length).toBeGreaterThanOrEqual(12 + 50);
  expect(await complaints(body)).toBe('');
  // Without that, the picture in which the first source has stopped would be broken.
  expect(await complaints(Buffer.concat([cut, other]))).not.toBe('');
});

it('a viewer who has fallen behind goes on with whole pictures only', async () => {
  let send = async (): Promise<void> => undefined;
  upstream.serve('/larga.ts', (_request, response) => {
    response
      .writeHead(200, { 'content-type': 'video/mp2t' })
      .write(recording.subarray(0, packetBytes * 1_000));
    send = async () => {
      for (let from = packetBytes * 1_000; from < recording.length; from += packetBytes * 350) {
        const isTaken = response.write(recording.subarray(from, from + packetBytes * 350));
        if (!isTaken) await once(response, 'drain');
      }
    };
  });
  const fast = await watch('larga', ['/larga.ts']);
  const slow = await watch('larga', ['/larga.ts'], 2);
  await until('both have begun', () => fast.receivedBytes() > 0 && slow.receivedBytes() > 0);
  slow.response.pause();
  await send();
  await until('the fast viewer has nearly all', () => fast.receivedBytes() > recording.length * 0.98);
  slow.response.resume();
  const hasCaughtUp = () => slow.lastPacket()?.equals(fast.lastPacket() ?? Buffer.alloc(0)) === true;
  await until('the slow viewer has come to the same place', hasCaughtUp);
  for (const { response } of [fast, slow]) response.destroy();
  expect(slow.receivedBytes()).toBeLessThan(fast.receivedBytes() * 0.9);
  expect(await complaints(slow.bytes())).toBe('');
});
