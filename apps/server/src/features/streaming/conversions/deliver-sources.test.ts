import type { ClientAbility, StreamKind } from '@butaca/contract';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/http/app-error.ts';
import { createLog } from '../../../platform/log.ts';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';
import { createDelivery } from './deliver-sources.ts';
import type { Converter } from './ffmpeg/converter.ts';
import { openTestConverter } from '../../../../test/media/make-test-media.ts';
import { makeTestPlan, testAudio } from '../../../../test/media/make-test-plan.ts';
import { readConversionKey } from './source/conversion-key.ts';
import type { MediaFacts } from './source/media-facts.ts';
import type { SourceLook } from './first-look/source-look.ts';

let folder: string;
let converter: Converter;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-delivery-'));
  converter = await openTestConverter(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sourceOf = (
  address: string,
  streamKind: StreamKind = 'file',
  more: Partial<StreamSource> = {},
): StreamSource => ({
  address,
  streamKind,
  userAgent: 'Reproductor/1',
  referrer: null,
  ...more,
});
const client = (abilities: ClientAbility[] = [], play: 'auto' | 'remux' = 'auto') => ({
  can: new Set(abilities),
  play,
});

const plain: MediaFacts = makeTestPlan({ container: 'mov,mp4,m4a,3gp,3g2,mj2', audio: [testAudio(1)] }).facts;
const withAc3: MediaFacts = { ...plain, audio: [testAudio(1, { codec: 'ac3' })] };

/**
 * Creates a `Delivery` with a fake file inspector: `known` holds facts (codecs, tracks, duration) that are stored
 * already, `inspected` answers for all other files.
 */
function openDelivery({
  known = {},
  inspected = () => Promise.resolve(undefined),
  looked = {},
  seen = {},
  hasConverter = true,
}: {
  known?: Record<string, MediaFacts>;
  inspected?: (source: StreamSource) => Promise<MediaFacts | undefined>;
  /** What a look at an address shows, and what earlier looks have shown. */
  looked?: Record<string, SourceLook>;
  seen?: Record<string, SourceLook>;
  hasConverter?: boolean;
} = {}) {
  const looks: string[] = [];
  const logged: string[] = [];
  const delivery = createDelivery({
    converter: () => Promise.resolve(hasConverter ? converter : undefined),
    inspector: {
      known: (addresses) =>
        Promise.resolve(new Map(Object.entries(known).filter(([address]) => addresses.includes(address)))),
      inspect(source) {
        looks.push(source.address);
        return inspected(source);
      },
      release: () => undefined,
      yieldToViewers: () => undefined,
    },
    looks: {
      known: (addresses) =>
        Promise.resolve(new Map(Object.entries(seen).filter(([address]) => addresses.includes(address)))),
      look: ({ address }) => Promise.resolve(seen[address] ?? looked[address]),
    },
    log: createLog('debug', { write: (line) => logged.push(line) }),
  });
  return { delivery, looks, logged };
}

/** Decodes the original source from the address of a converted stream; `undefined` for an unconverted stream. */
const convertedFrom = ({ address }: StreamSource) =>
  readConversionKey(/^internal:(?:remux|live)\/([\w-]+)\/index\.m3u8$/.exec(address)?.[1] ?? '');

describe('a channel', () => {
  const channel = sourceOf('http://a.example/1.ts', 'ts');

  it('in MPEG-TS is converted for a client that cannot play it, and keeps its request headers', async () => {
    const given = await openDelivery().delivery.deliverChannel(channel, new Set());
    expect(given).toMatchObject({ streamKind: 'hls', userAgent: null });
    expect(given.address).toMatch(/^internal:live\//);
    expect(convertedFrom(given)).toEqual({ source: channel, canHevcTs: false, isTranscoded: false });
  });

  it.each<[string, ClientAbility[], RegExp]>([
    ['MPEG-TS where the client plays that', ['mse'], /\/stream\.ts$/],
    ['sliding HLS elsewhere', [], /\/index\.m3u8$/],
  ])('whose codecs a client lacks becomes %s', async (_what, can, file) => {
    const codecs = { video: 'h264', audio: ['ac3'] };
    const look: SourceLook = { streamKind: 'ts', extension: 'ts', codecs, hasEnd: false };
    const { delivery } = openDelivery({ looked: { [channel.address]: look } });
    const given = await delivery.deliverChannel(channel, new Set(can));
    expect([given.streamKind, given.address]).toEqual([
      can.length > 0 ? 'ts' : 'hls',
      expect.stringMatching(file),
    ]);
  });

  it.each<[string, StreamSource, ClientAbility[]]>([
    ['in MPEG-TS for a client that plays it', channel, ['mse']],
    ['in HLS', sourceOf('http://a.example/1.m3u8', 'hls'), []],
    ['in DASH', sourceOf('http://a.example/1.mpd', 'dash'), []],
    ['of this server', sourceOf('internal:demo/live/x', 'ts'), []],
  ])('%s is delivered unchanged', async (_what, source, can) => {
    expect(await openDelivery().delivery.deliverChannel(source, new Set(can))).toBe(source);
  });
});

describe('a channel whose bytes are a file', () => {
  const channel = sourceOf('http://a.example/emision', 'hls');
  const looked = (extension: string): Record<string, SourceLook> => ({
    [channel.address]: { streamKind: 'file', extension, codecs: null, hasEnd: false },
  });

  it('is radio, which every browser plays without an inspection', async () => {
    const { delivery, looks } = openDelivery({ looked: looked('mp3') });
    expect(await delivery.deliverChannel(channel, new Set())).toEqual({ ...channel, streamKind: 'file' });
    expect(looks).toEqual([]);
  });

  it('is converted without an end when it has none, and as a film when it has one', async () => {
    const endless = openDelivery({ looked: looked('flv') });
    expect((await endless.delivery.deliverChannel(channel, new Set())).address).toMatch(/^internal:live\//);
    const film = openDelivery({ looked: looked('mkv'), inspected: () => Promise.resolve(withAc3) });
    const given = await film.delivery.deliverChannel(channel, new Set());
    expect(given.address).toMatch(/^internal:remux\//);
    expect(convertedFrom(given)?.source).toEqual({ ...channel, streamKind: 'file' });
  });
});

describe('HLS whose segments have MPEG-2 video', () => {
  const list = sourceOf('http://a.example/1.m3u8', 'hls');
  const codecs = { video: 'mpeg2video', audio: ['mp2'] };
  const lookedWith = (hasEnd: boolean): Record<string, SourceLook> => ({
    [list.address]: { streamKind: 'hls', extension: '', codecs, hasEnd },
  });

  it('is converted as a film, whoever asks for it, and as a channel where its list has an end', async () => {
    const { delivery } = openDelivery({ looked: lookedWith(true) });
    const film = await delivery.deliver([list], list, client());
    expect(film(list).address).toMatch(/^internal:remux\//);
    expect((await delivery.deliverChannel(list, new Set())).address).toMatch(/^internal:remux\//);
  });

  it('is converted without an end as a channel whose list has none', async () => {
    const { delivery } = openDelivery({ looked: lookedWith(false) });
    expect((await delivery.deliverChannel(list, new Set())).address).toMatch(/^internal:live\//);
  });
});

describe('chapters whose names do not say how they are packed', () => {
  const [first, second] = [sourceOf('http://a.example/1', 'hls'), sourceOf('http://a.example/2', 'hls')];
  const looked: Record<string, SourceLook> = {
    [first.address]: { streamKind: 'hls', extension: '', codecs: null, hasEnd: false },
  };

  it('count as files, which the page requests again, until they are looked at', async () => {
    const { delivery } = openDelivery({ looked });
    const deliver = await delivery.deliver([first, second], first, client());
    expect(deliver(first)).toMatchObject({ address: first.address, streamKind: 'hls' });
    expect(deliver(second)).toEqual({ ...second, streamKind: 'file' });
    const later = await openDelivery({ seen: looked }).delivery.deliver([first, second], second, client());
    expect(later(first)).toMatchObject({ address: first.address, streamKind: 'hls' });
    // The look at the second chapter failed: the guess stays.
    expect(later(second)).toMatchObject({ address: second.address, streamKind: 'hls' });
  });
});

describe('a film', () => {
  const film = sourceOf('http://a.example/1.mp4');

  it('is inspected before native delivery, and delivered with the length found', async () => {
    const { delivery, looks } = openDelivery({ inspected: () => Promise.resolve(plain) });
    const deliver = await delivery.deliver([film], film, client());
    expect(deliver(film)).toEqual({ ...film, durationSeconds: 12 });
    expect(looks).toEqual([film.address]);
  });

  it('is converted when its inspection finds sound that the client cannot play', async () => {
    const { delivery } = openDelivery({ inspected: () => Promise.resolve(withAc3) });
    const deliver = await delivery.deliver([film], film, client(['hevc-ts']));
    expect(convertedFrom(deliver(film))).toEqual({ source: film, canHevcTs: true, isTranscoded: false });
  });

  it.each([
    ['as it is', plain, false],
    ['converted', withAc3, true],
  ])('whose facts are known is delivered %s without another inspection', async (_how, facts, isConverted) => {
    const { delivery, looks } = openDelivery({ known: { [film.address]: facts } });
    const deliver = await delivery.deliver([film], film, client());
    expect(convertedFrom(deliver(film)) !== undefined).toBe(isConverted);
    expect(looks).toEqual([]);
  });

  it('is not inspected first when its extension needs conversion anyway', async () => {
    const mkv = sourceOf('http://a.example/1.MKV?sesion=1.mp4');
    const { delivery, looks } = openDelivery();
    const deliver = await delivery.deliver([mkv], mkv, client());
    expect(convertedFrom(deliver(mkv))?.source).toEqual(mkv);
    expect(looks).toEqual([]);
  });

  it('is delivered by its extension when the inspection fails', async () => {
    const inspected = () => Promise.reject(new AppError('upstream.unreachable'));
    const { delivery, logged } = openDelivery({ inspected });
    const deliver = await delivery.deliver([film], film, client());
    expect(deliver(film)).toEqual({ ...film, durationSeconds: null });
    expect(logged.join('')).toContain('a file could not be looked into');
  });

  it('keeps the length from the catalogue until the facts of its file give another', async () => {
    const timed = sourceOf('http://a.example/2.mp4', 'file', { durationSeconds: 99 });
    const unknown = await openDelivery().delivery.deliver([timed], undefined, client());
    expect(unknown(timed).durationSeconds).toBe(99);
    const { delivery } = openDelivery({ known: { [timed.address]: plain } });
    expect((await delivery.deliver([timed], undefined, client()))(timed).durationSeconds).toBe(12);
  });

  it('is converted without an inspection when the client asks for a remux', async () => {
    const { delivery, looks } = openDelivery();
    const deliver = await delivery.deliver([film], film, client([], 'remux'));
    expect(convertedFrom(deliver(film))?.source).toEqual(film);
    expect(looks).toEqual([]);
  });

  it('is delivered unchanged when its source is internal or was not among those asked about', async () => {
    const own = sourceOf('internal:demo/films/x', 'hls');
    const { delivery, looks } = openDelivery();
    const deliver = await delivery.deliver([own], own, client([], 'remux'));
    expect(deliver(own)).toBe(own);
    expect(deliver(film)).toBe(film);
    expect(looks).toEqual([]);
  });

  it.each([
    ['http://a.example/', 'native'],
    ['http://a.example/1.avi', 'converted'],
    ['http://a.example/vídeo.mp4/', 'native'],
    ['http://[::1', 'native'],
  ])('is judged by the extension of its path: %s is %s', async (address, expected) => {
    const source = sourceOf(address);
    const deliver = await openDelivery().delivery.deliver([source], undefined, client());
    expect(convertedFrom(deliver(source)) === undefined ? 'native' : 'converted').toBe(expected);
  });

  it('is delivered unchanged without ffmpeg when the client says that it plays the container', async () => {
    const mkv = sourceOf('http://a.example/1.mkv');
    const { delivery } = openDelivery({ hasConverter: false });
    const deliver = await delivery.deliver([mkv], mkv, client(['mkv']));
    expect(deliver(mkv).address).toBe(mkv.address);
  });
});

it('the delivery of each chapter of a series is decided separately', async () => {
  const chapters = ['1.mp4', '2.mp4', '3.mkv'].map((file) => sourceOf(`http://a.example/${file}`));
  const { delivery, looks } = openDelivery({ known: { 'http://a.example/2.mp4': withAc3 } });
  const deliver = await delivery.deliver(chapters, chapters[0], client());
  expect(chapters.map((chapter) => convertedFrom(deliver(chapter)) !== undefined)).toEqual([
    false,
    true,
    true,
  ]);
  expect(looks).toEqual(['http://a.example/1.mp4']);
});
