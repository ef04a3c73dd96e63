import type { FormatSample } from '../format-samples.ts';
import type { SampleCause } from './sample-causes.ts';

/** A film or channel in a form in which providers deliver it, or with a fault of providers. */
export interface ZooSample {
  name: string;
  itemType: FormatSample['itemType'];
  /** The URL path of the sample at the fake provider, or a whole address elsewhere. */
  path: string;
  userAgent?: string;
  referrer?: string;
  /** What must be had: picture and sound, sound or picture alone, or a sentence that tells the cause. */
  expected: 'both' | 'sound' | 'picture' | SampleCause;
  /** Whether the sample goes on for ever: its playing must not stop. */
  isEndless: boolean;
}

type Expected = ZooSample['expected'];
const made =
  (itemType: ZooSample['itemType']) =>
  (name: string, path: string, expected: Expected = 'both'): ZooSample => ({
    name,
    itemType,
    path: path.includes('://') ? path : `zoo/${path}`,
    expected,
    isEndless: itemType === 'channel' && !path.startsWith('live/ended/'),
  });
const film = made('movie');
const channel = made('channel');

/** Films as one file each, by the names of their media: `<video>-<audio>[-<extra>…].<container>`. */
const files = [
  ...'h264-aac h264-mp3 h264-eac3 h264-opus h264-flac h264-alac h264-dts h264x10-aac h264x422-aac'
    .split(' ')
    .map((name) => `${name}.mp4`),
  ...'h264-aac-late h264-aac-fragmented h264-aac-fps60 h264-aac-hd h264-aac-51 h264-ac3-51 mpeg4-aac vp9-opus av1-aac'
    .split(' ')
    .map((name) => `${name}.mp4`),
  ...'hevc-aac hevc-aac-hvc1 hevcx10-aac hevcx10-aac-hd hevc-eac3-51'.split(' ').map((name) => `${name}.mp4`),
  ...'h264-aac h264-ac3-51 h264-eac3 h264-dts h264-truehd h264-opus h264-vorbis h264-flac h264-mp3 h264-mp2 h264-pcm'
    .split(' ')
    .map((name) => `${name}.mkv`),
  ...'hevc-aac hevcx10-ac3 hevc-dts av1-opus vp9-opus vp8-vorbis mpeg2-mp2 mpeg2-ac3 mpeg4-mp3 xvid-ac3 h264x10-flac'
    .split(' ')
    .map((name) => `${name}.mkv`),
  ...'h264-aac-nocues h264-ac3-hd'.split(' ').map((name) => `${name}.mkv`),
  ...'vp8-vorbis vp9-opus av1-opus vp9-opus-nocues'.split(' ').map((name) => `${name}.webm`),
  ...'xvid-ac3 h264-mp3 mjpeg-pcm mpeg4-mp2'.split(' ').map((name) => `${name}.avi`),
  ...'h264-aac hevc-aac prores-pcm mjpeg-aac'.split(' ').map((name) => `${name}.mov`),
  ...'h264-aac flv1-mp3'.split(' ').map((name) => `${name}.flv`),
  ...'wmv2-wma.wmv wmv2-wma.asf mpeg1-mp2.mpg mpeg2-mp2.mpg mpeg2-ac3.vob h264-aac.m4v h264-ac3.m2ts h264-ac3.mts'.split(
    ' ',
  ),
  ...'h264-aac.3gp h263-aac.3gp theora-vorbis.ogv'.split(' '),
  ...'h264-aac h264-ac3 h264-eac3 h264-mp2 hevc-aac mpeg2-mp2'.split(' ').map((name) => `${name}.ts`),
].map((name) => film(name, `file/${name}`));

const partial: readonly ZooSample[] = [
  film('h264-none.mp4 (sin sonido)', 'file/h264-none.mp4', 'picture'),
  film('none-aac.m4a (solo sonido)', 'file/none-aac.m4a', 'sound'),
  film('none-mp3.mp3 (solo sonido)', 'file/none-mp3.mp3', 'sound'),
  channel('Radio, MP3', 'radio/none-mp3.mp3', 'sound'),
  channel('Radio, ICY 200 OK', 'icy/none-mp3.mp3', 'sound'),
  channel('MPEG-TS, solo sonido', 'air/none-aac.ts', 'sound'),
];

const playlists: readonly ZooSample[] = [
  ...'h264-aac-seg h264-mp3-seg h264-ac3-seg h264-eac3-seg hevc-aac-seg mpeg2-mp2-seg'
    .split(' ')
    .map((name) => film(`HLS, ${name}`, `file/${name}/index.m3u8`)),
  ...'h264-aac-fmp4 hevc-aac-hvc1-fmp4 h264-eac3-fmp4 av1-aac-fmp4 vp9-opus-fmp4 h264-flac-fmp4'
    .split(' ')
    .map((name) => film(`HLS, ${name}`, `file/${name}/index.m3u8`)),
  film('HLS, un solo fichero', 'file/h264-aac-bytes/index.m3u8'),
  film('HLS, solo sonido', 'file/none-aac-seg/index.m3u8', 'sound'),
  ...'bom crlf gzip tokens event gap png'
    .split(' ')
    .map((change) => film(`HLS, ${change}`, `changed/${change}/h264-aac-seg/index.m3u8`)),
  film('HLS, .php', 'changed/none/h264-aac-seg/index.php'),
  film('HLS, text/plain', 'text/h264-aac-seg/index.m3u8'),
  film('HLS, octet-stream', 'octets/h264-aac-seg/index.m3u8'),
  ...'number timeline list single'
    .split(' ')
    .map((form) => film(`DASH, ${form}`, `file/h264-aac-${form}/index.mpd`)),
  film('DASH, vp9-opus', 'file/vp9-opus-timeline/index.mpd'),
  // The server converts no DASH: ffmpeg would request the addresses of the manifest by itself.
  film('DASH, hevc-aac', 'file/hevc-aac-timeline/index.mpd', 'codec'),
];

const channels: readonly ZooSample[] = [
  ...'plain tokens moved missing starting short long dated'
    .split(' ')
    .map((manner) => channel(`HLS en vivo, ${manner}`, `live/${manner}/h264-aac-seg/index.m3u8`)),
  ...'h264-ac3 h264-eac3 h264-mp2 hevc-aac mpeg2-mp2'
    .split(' ')
    .map((name) => channel(`HLS en vivo, ${name}`, `live/plain/${name}-seg/index.m3u8`)),
  channel('HLS en vivo, ended', 'live/ended/h264-aac-seg/index.m3u8'),
  channel('HLS en vivo, still', 'live/still/h264-aac-seg/index.m3u8', 'still'),
  ...'h264-aac h264-mp2 h264-ac3 h264-eac3 hevc-aac hevc-ac3 mpeg2-mp2 mpeg2i-ac3 mpeg4-mp3'
    .split(' ')
    .map((name) => channel(`MPEG-TS, ${name}`, `air/${name}.ts`)),
  channel('MPEG-TS, sin sonido', 'air/h264-none.ts', 'picture'),
  channel('MPEG-TS, anuncios con otros PID', 'ad/h264-aac-late.ts'),
  channel('MPEG-TS, anuncios con otros PID y otro sonido', 'ad/h264-mp3.ts'),
  channel('MPEG-TS, anuncios con otros PID y otros fotogramas', 'ad/h264-aac-fps60.ts'),
  channel('MPEG-TS, sin extensión', 'bare-ts/h264-aac.ts/7'),
  channel('MPEG-TS, get.php', 'bare-ts/h264-aac.ts/get.php?stream=7'),
  channel('MPEG-TS llamado .m3u8', 'bare-ts/h264-aac.ts/7.m3u8'),
];

const manners: readonly ZooSample[] = [
  film('MP4 sin rangos', 'whole/h264-aac.mp4'),
  film('MP4 sin longitud', 'chunked/h264-aac.mp4'),
  film('MKV sin longitud', 'chunked/h264-ac3.mkv'),
  film('MP4, HEAD 405', 'nohead/h264-aac.mp4'),
  film('MKV, HEAD 405', 'nohead/h264-ac3.mkv'),
  film('MP4, primer byte a los 3 s', 'late3/h264-aac.mp4'),
  film('HLS, primer byte a los 3 s', 'late3/h264-aac-seg/index.m3u8'),
  // Finding out what the file contains takes several requests, more than twenty seconds: nobody waits for so long.
  film('MKV, primer byte a los 8 s', 'late8/h264-ac3.mkv', 'silent'),
  film('MP4, galleta', 'cookie/h264-aac.mp4'),
  film('HLS, galleta', 'cookie/h264-aac-seg/index.m3u8'),
  film('MP4, una conexión', 'one/h264-aac.mp4'),
  film('TS, una conexión', 'one/h264-aac.ts'),
  film('MP4, octet-stream', 'octets/h264-aac.mp4'),
  film('MP4, text/plain', 'text/h264-aac.mp4'),
  film('MP4 sin extensión', 'bare/h264-aac.mp4/play'),
  film('MKV sin extensión', 'bare/h264-ac3.mkv/play'),
];

const statuses: readonly (readonly [status: string, cause: SampleCause])[] = [
  ['401/-', 'unauthorized'],
  ['403/-', 'forbidden'],
  ['404/-', 'gone'],
  ['410/-', 'gone'],
  ['451/-', 'blocked'],
  ['458/-', 'connections'],
  ['509/-', 'connections'],
  ['429/120', 'busy'],
  ['503/120', 'busy'],
  ['500/-', 'unreachable'],
];
const refusals: readonly ZooSample[] = [
  ...statuses.map(([status, cause]) => film(`Estado ${status}, MP4`, `status/${status}/a.mp4`, cause)),
  ...statuses.map(([status, cause]) => channel(`Estado ${status}, HLS`, `status/${status}/a.m3u8`, cause)),
  channel('Estado 404/-, MPEG-TS', 'status/404/-/a.ts', 'gone'),
  channel('Estado 403/-, MPEG-TS', 'status/403/-/a.ts', 'forbidden'),
  film('Nombre que no existe', 'http://no-existe.test/a.mp4', 'host'),
  channel('Nombre que no existe, HLS', 'http://no-existe.test/a.m3u8', 'host'),
  film('Puerto cerrado', 'http://127.0.0.1:9/a.mp4', 'unreachable'),
  channel('Puerto cerrado, HLS', 'http://127.0.0.1:9/a.m3u8', 'unreachable'),
  film('Mudo, MP4', 'silent/a.mp4', 'silent'),
  film('Mudo, MKV', 'silent/a.mkv', 'silent'),
  channel('Mudo, HLS', 'silent/a.m3u8', 'silent'),
  channel('Mudo, MPEG-TS', 'silent/a.ts', 'silent'),
  film('Vacío, MP4', 'empty/a.mp4', 'unreachable'),
  channel('Vacío, HLS', 'empty/a.m3u8', 'unreachable'),
  film('JSON, MP4', 'json/a.mp4', 'page'),
  channel('JSON, HLS', 'json/a.m3u8', 'page'),
  film('Página, MKV', 'page/a.mkv', 'page'),
  film('Página de YouTube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'page'),
  film('Ruido, MP4', 'noise/a.mp4', 'unconvertible'),
  channel('Ruido, MPEG-TS', 'noise/a.ts', 'format'),
  film('Redirige sin fin', 'loop/a.mp4', 'unreachable'),
  channel('HLS sin segmentos', 'playlist/empty.m3u8', 'silent'),
  film('HLS, segmentos que no están', 'playlist/gone.m3u8', 'gone'),
  film('HLS, segmentos prohibidos', 'playlist/forbidden.m3u8', 'forbidden'),
  film('HLS, páginas por segmentos', 'playlist/pages.m3u8', 'page'),
  film('HLS, variante que no está', 'playlist/lost.m3u8', 'gone'),
  film('HLS, FairPlay', 'playlist/fairplay.m3u8', 'protected'),
  film('HLS, Widevine', 'playlist/widevine.m3u8', 'protected'),
];

/** All samples of the zoo: forms that must play, and faults whose cause must be told. */
export const zooSamples: readonly ZooSample[] = [
  ...files,
  ...partial,
  ...playlists,
  ...channels,
  ...manners,
  ...refusals,
];
