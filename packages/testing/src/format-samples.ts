import { join } from 'node:path';
import { errorCatalogue, type ErrorCode } from '@butaca/contract';
import { makeSampleMedia, sampleCache } from './format-sample-media.ts';
import { sampleGuard, sampleHandler } from './format-sample-paths.ts';
import { rootFolder } from './world/make-once.ts';
import { startProvider, type Provider } from './world/provider.ts';
import { openZooMedia } from './zoo/zoo-media.ts';
import { zooHandler } from './zoo/zoo-paths.ts';

/**
 * How a sample video reaches the player: as a plain file (`native`), through a player library (`hls`, `ts`, `dash`), or
 * converted by our server (`remux`, `transcode`, `live`).
 */
export type SampleForm = 'native' | 'hls' | 'ts' | 'dash' | 'remux' | 'transcode' | 'live';

/**
 * What is expected of a sample video: it plays with picture and sound in the given form, or a Spanish sentence says why
 * it does not. `sounds` and `texts` are the expected menu names of its audio and subtitle tracks, if there is a choice;
 * `notice` is a part of the sentence that is shown while it plays.
 */
export type SampleExpectation =
  | { form: SampleForm; sounds?: readonly string[]; texts?: readonly string[]; notice?: string }
  | {
      sentence: string;
      /** Another sentence that is just as true, where both may be shown. */
      orSentence?: string;
      /** For how many seconds the sample may play before the sentence is due. */
      playsSeconds?: number;
    };

/** A film or channel that tests one media format, or one fault of media providers. */
export interface FormatSample {
  name: string;
  itemType: 'movie' | 'channel';
  /** The URL path of the sample video at the fake provider. */
  path: string;
  streamKind: 'hls' | 'dash' | 'ts' | 'file';
  userAgent?: string;
  referrer?: string;
  expected: SampleExpectation;
  /**
   * Whether the sample video plays in a simulated browser with native HLS and without Media Source Extensions, as on
   * iPhones.
   */
  isWithoutPlayers?: boolean;
  /**
   * Whether a few seconds are enough to see that the sample video plays or fails; the end-to-end tests play only such
   * samples.
   */
  isQuick: boolean;
  /** Whether the server converts the channel to MPEG-TS: the browser lacks its codecs. */
  isConvertedStream?: boolean;
}

const film = (name: string, path: string, form: SampleForm): FormatSample => ({
  name,
  itemType: 'movie',
  path,
  streamKind: path.endsWith('.m3u8') ? 'hls' : path.endsWith('.mpd') ? 'dash' : 'file',
  expected: { form },
  isQuick: true,
});
const channel = (name: string, path: string, form: SampleForm): FormatSample => ({
  ...film(name, path, form),
  itemType: 'channel',
  streamKind: path.endsWith('.m3u8') ? 'hls' : 'ts',
});
const refused = (item: FormatSample, sentence: string): FormatSample => ({ ...item, expected: { sentence } });
/** A channel whose codecs Chromium lacks; it plays with picture and sound only when the server converts it. */
const converted = (name: string, path: string): FormatSample => ({
  ...channel(name, path, 'ts'),
  isConvertedStream: true,
});
const slow = (item: FormatSample): FormatSample => ({ ...item, isQuick: false });

const spanishes = ['Español (Latinoamérica)', 'Español (España)'];
const answered = (code: ErrorCode): string => errorCatalogue[code].sentence;
const page = answered('upstream.page');

/** All sample films and channels, one for each media format or provider fault, with the result expected in Chromium. */
export const formatSamples: readonly FormatSample[] = [
  film('MP4 (H.264 + AAC)', 'film.mp4', 'native'),
  film('MP4 (H.264 + AC-3)', 'ac3.mp4', 'remux'),
  film('HLS, dos calidades', 'hls/master.m3u8', 'hls'),
  {
    ...film('HLS, dos idiomas y subtítulos', 'languages/master.m3u8', 'hls'),
    expected: { form: 'hls', sounds: spanishes, texts: ['Español'] },
  },
  film('HLS, AES-128', 'locked/index.m3u8', 'hls'),
  channel('HLS en vivo', 'live/index.m3u8', 'hls'),
  channel('MPEG-TS sin fin', 'live/stream.ts', 'ts'),
  slow({ ...channel('MPEG-TS sin fin, sin MSE', 'live/stream.ts?sin-mse', 'live'), isWithoutPlayers: true }),
  film('DASH', 'dash/film.mpd', 'dash'),
  {
    ...film('MKV (H.264 + AC-3 ×2, subtítulos)', 'film.mkv', 'remux'),
    expected: { form: 'remux', sounds: spanishes, texts: ['Español'] },
  },
  film('MP4 (HEVC)', 'hevc.mp4', 'transcode'),
  film('AVI (MPEG-4 + MP3)', 'film.avi', 'transcode'),
  { ...film('MPEG-TS con fin', 'film.ts', 'remux'), streamKind: 'ts' },
  { ...channel('Pide User-Agent y Referer', 'guarded/hls/master.m3u8', 'hls'), ...sampleGuard },
  refused(
    channel('Pide User-Agent y Referer, sin ellos', 'guarded/languages/master.m3u8', 'hls'),
    answered('upstream.forbidden'),
  ),
  film('Redirige tres veces, MP4', 'moved/film.mp4', 'native'),
  film('Redirige tres veces, HLS', 'moved/hls/master.m3u8', 'hls'),
  slow(
    refused(
      film('Un byte por segundo, MP4', 'drip/film.mp4', 'native'),
      'El video tarda demasiado en responder.',
    ),
  ),
  slow(
    refused(film('Un byte por segundo, HLS', 'drip/hls/master.m3u8', 'hls'), answered('upstream.timeout')),
  ),
  {
    ...slow(film('Se corta a la mitad, MP4', 'half/film.mp4', 'native')),
    // Chromium may read ahead up to the cut, or first play what precedes it. Only where playing has come to the cut, the
    // player tries for minutes whether the rest can be had, and says so.
    expected: {
      sentence: 'El video se cortó.',
      orSentence: 'Se perdió la conexión con el video. Reconectando...',
      playsSeconds: 15,
    },
  },
  channel('Se corta a los segundos, MPEG-TS', 'cut/stream.ts', 'ts'),
  {
    ...film('Longitud falsa, MP4', 'short/film.mp4', 'native'),
    expected: { form: 'native', notice: 'no permite adelantar ni retroceder' },
  },
  converted('MPEG-TS con AC-3', 'live/ac3.ts'),
  slow(converted('MPEG-TS con E-AC-3', 'live/eac3.ts')),
  slow(channel('MPEG-TS con MP2', 'live/mp2.ts', 'ts')),
  slow(converted('MPEG-TS con HEVC', 'live/hevc.ts')),
  slow(converted('MPEG-TS con MPEG-2 entrelazado', 'live/mpeg2.ts')),
  slow(converted('HLS en vivo con AC-3', 'live/ac3/index.m3u8')),
  slow({ ...channel('MPEG-TS llamado .m3u8', 'canal.m3u8?as=live/stream.ts', 'ts'), streamKind: 'hls' }),
  { ...channel('MPEG-TS en get.php', 'get.php?as=live/stream.ts', 'ts'), streamKind: 'hls' },
  slow({ ...film('3GP', 'get.php?as=film.3gp', 'native'), streamKind: 'hls' }),
  slow({ ...film('Ogg Theora', 'pelicula?as=film.ogv', 'transcode'), streamKind: 'hls' }),
  slow({ ...film('M2TS', 'pelicula?as=film.m2ts', 'remux'), streamKind: 'hls' }),
  slow({ ...film('DASH sin extensión', 'dash/pelicula?as=dash/film.mpd', 'dash'), streamKind: 'hls' }),
  {
    ...film('MKV sin rangos', 'zoo/whole/h264-ac3.mkv', 'remux'),
    expected: { form: 'remux', notice: 'no permite adelantar ni retroceder' },
  },
  film('MKV, galleta de su servidor', 'zoo/cookie/h264-ac3.mkv', 'remux'),
  film('MKV, una conexión a la vez', 'zoo/one/h264-ac3.mkv', 'remux'),
  refused(film('Responde HTML, MP4', 'page/film.mp4', 'native'), page),
  refused(film('Responde HTML, HLS', 'page/index.m3u8', 'hls'), page),
  refused(channel('Responde HTML, MPEG-TS', 'page/stream.ts', 'ts'), page),
  refused(film('Ya no existe, MP4', 'status/404/film.mp4', 'native'), answered('upstream.gone')),
  refused(channel('Ya no existe, HLS', 'status/410/index.m3u8', 'hls'), answered('upstream.gone')),
  refused(
    channel('Cuenta caducada, MPEG-TS', 'status/401/stream.ts', 'ts'),
    answered('upstream.unauthorized'),
  ),
  refused(film('Bloqueada por ley, MKV', 'status/451/film.mkv', 'remux'), answered('upstream.blocked')),
  refused(
    channel('Pide esperar dos minutos, HLS', 'status/429/index.m3u8', 'hls'),
    answered('upstream.busy'),
  ),
  slow(
    refused(
      channel('Demasiadas conexiones, HLS', 'status/458/index.m3u8', 'hls'),
      answered('upstream.connections'),
    ),
  ),
];

/** The fake media provider that serves all sample videos below its origin. */
export interface SampleProvider extends AsyncDisposable {
  upstream: Provider;
  addressOf(item: Pick<FormatSample, 'path'>): string;
  /** Makes the media of a sample of the zoo, which would otherwise be made at the first request. */
  prepare(item: Pick<FormatSample, 'path'>): Promise<void>;
}

/** Starts a fake media provider that serves all sample videos. ffmpeg makes them the first time. */
export async function startFormatSamples(): Promise<SampleProvider> {
  const folder = await makeSampleMedia();
  const upstream = await startProvider();
  const zooMedia = await openZooMedia(join(rootFolder, '.cache', sampleCache));
  upstream.serve('/samples/zoo/', zooHandler(zooMedia));
  upstream.serve('/samples/', sampleHandler(folder));
  return {
    upstream,
    addressOf: ({ path }) => (path.includes('://') ? path : `${upstream.origin}/samples/${path}`),
    prepare: ({ path }) => zooMedia.prepare(path),
    [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose](),
  };
}
