/*
 * Serves the media `internal:remux/<key>/…` of converted films (`<key>` encodes the source and the client's formats): a
 * master playlist, a playlist for each track, and segments. How a film is cut into segments depends only on the stored
 * facts (duration, keyframes) of its file, so every server process answers the same, also after a restart.
 */
import type { ItemKey } from '@butaca/contract';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../../platform/clock.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import { createConversion, type Conversion, type CreationNeeds } from './conversion.ts';
import { readConversionKey, type ConversionKey } from '../source/conversion-key.ts';
import { masterPlaylist, trackNames, trackPlaylist, type TrackName } from './conversion-playlists.ts';
import type { ConversionPool } from './conversion-pool.ts';
import { viewerName } from './conversion-entries.ts';
import { isCopied } from '../source/choose-delivery.ts';
import { subtitleFile } from './ffmpeg-arguments.ts';
import type { FileInspector } from '../inspection/inspect-files.ts';
import { planConversion, type ConversionPlan } from './plan-conversion.ts';
import type { EncoderChoice } from '../encoders/video-encoder.ts';
import type { Converter } from '../ffmpeg/converter.ts';
import { cutSubtitles } from './subtitle-segments.ts';

/** Who requests media of a converted film. The gateway has already checked that this person may play the film. */
export interface MediaRequest {
  grant: {
    accountId: string;
    deviceId: string;
    sessionKey: string;
    itemKey: ItemKey;
    playableKey?: ItemKey | null;
    issuedAtSeconds?: number;
  };
  signal: AbortSignal;
}

export interface MediaAnswer {
  status: number;
  headers: Record<string, string>;
  body: Readable | string;
}

/**
 * The maximum size of a converted film's subtitle file: ten times the subtitles of a long film; cues beyond the limit
 * are not shown.
 */
const subtitleLimitBytes = 2_000_000;

export const playlistHeaders = {
  'content-type': 'application/vnd.apple.mpegurl',
  'cache-control': 'no-store',
};

export function createConvertMedia(needs: {
  converter: () => Promise<Converter | undefined>;
  inspector: FileInspector;
  conversions: ConversionPool;
  encoders: EncoderChoice;
  clock: Pick<Clock, 'steadyMs' | 'every'>;
}) {
  const plans = new LRUCache<string, ConversionPlan>({
    maxSize: 500_000,
    sizeCalculation: ({ boundaries }) => boundaries.length + 50,
    ttl: 3_600_000,
  });

  async function findPlan(name: string, key: ConversionKey, signal: AbortSignal): Promise<ConversionPlan> {
    const known = plans.get(name);
    if (known !== undefined) return known;
    const facts = await needs.inspector.inspect(key.source, { left: signal });
    if (facts === undefined) throw new AppError('conversion.impossible');
    const mayCopy = isCopied(facts, new Set(key.canHevcTs ? ['hevc-ts'] : []));
    const keyframes = mayCopy ? await needs.inspector.keyframes(key.source, facts, signal) : undefined;
    const plan = planConversion(facts, keyframes);
    if (plan === undefined) throw new AppError('conversion.impossible');
    plans.set(name, plan);
    return plan;
  }

  async function openSegment(
    conversion: Conversion,
    { track, index }: { track: TrackName; index: number },
    { plan, converter }: { plan: ConversionPlan; converter: Converter },
    asker: { viewer: string; signal: AbortSignal },
  ): Promise<MediaAnswer> {
    if (!track.startsWith('s')) return sendFile(converter, await conversion.segment(track, index, asker));
    // ffmpeg writes subtitles together with the video, so once the video segment of the same number exists, its
    // subtitles are complete.
    const video = await conversion.segment('v', index, asker);
    const file = join(dirname(video), subtitleFile(Number(track.slice(1))));
    const [from = 0, to = 0] = plan.boundaries.slice(index, index + 2);
    const written = await readStart(converter, file, subtitleLimitBytes).catch(() => '');
    return { status: 200, headers: { 'content-type': 'text/vtt' }, body: cutSubtitles(written, from, to) };
  }

  return {
    async open(path: string, { grant, signal }: MediaRequest): Promise<MediaAnswer | undefined> {
      const [name = '', file = '', ...more] = path.split('/');
      const key = readConversionKey(name);
      if (key === undefined || more.length > 0) return undefined;
      const converter = await needs.converter();
      if (converter === undefined) throw new AppError('conversion.missing');
      if (file === 'index.m3u8') needs.conversions.makeWay({ ...grant, key: name });
      const plan = await findPlan(name, key, signal);
      if (file === 'index.m3u8') return { status: 200, headers: playlistHeaders, body: masterPlaylist(plan) };
      const asked = readFileName(file);
      const track = trackNames(plan).find((candidate) => candidate === asked?.track);
      if (asked === undefined || track === undefined) return undefined;
      const { index } = asked;
      if (index === undefined)
        return { status: 200, headers: playlistHeaders, body: trackPlaylist(plan, track) };
      if (index >= plan.boundaries.length - 1) return undefined;
      const { encoders, clock } = needs;
      const create = (given: CreationNeeds) => createConversion({ ...given, plan, encoders, clock });
      const request = {
        ...grant,
        key: name,
        source: key.source,
        mode: plan.mode,
        create,
      };
      return needs.conversions.use(request, converter, (conversion) =>
        openSegment(conversion, { track, index }, { plan, converter }, { viewer: viewerName(grant), signal }),
      );
    },
  };
}

async function readStart({ confinement }: Converter, path: string, limitBytes: number): Promise<string> {
  await using handle = await confinement.openFile(path);
  const { size } = await handle.stat();
  const bytes = Buffer.alloc(Math.min(size, limitBytes));
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
  return bytes.toString('utf8', 0, bytesRead);
}

/** Parses the name of a converted film's file: `v.m3u8`, `a2.m3u8`, `v-17.ts`, `s4-0.vtt`. */
function readFileName(file: string): { track: string; index: number | undefined } | undefined {
  const [, track, number] = /^(v|[as]\d{1,4})(?:\.m3u8|-(\d{1,6})\.(?:ts|vtt))$/.exec(file) ?? [];
  return track === undefined
    ? undefined
    : { track, index: number === undefined ? undefined : Number(number) };
}

/**
 * Sends a segment file, opened before the answer starts: an open file can be read to its end even when it is deleted
 * meanwhile.
 */
export async function sendFile({ confinement }: Converter, path: string): Promise<MediaAnswer> {
  const handle = await confinement.openFile(path);
  try {
    const { size } = await handle.stat();
    const headers = { 'content-type': 'video/mp2t', 'content-length': String(size) };
    return { status: 200, headers, body: handle.createReadStream() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
