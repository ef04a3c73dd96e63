import type { StreamKind } from '@butaca/contract';

/** How long a source may send nothing before ffmpeg gives up, in microseconds. */
const silenceMicroseconds = 15_000_000;

/** Demuxers that read media and open no file or URL besides their own input. */
const containers =
  'matroska,webm,mov,mp4,avi,mpegts,mpeg,mpegvideo,flv,asf,ogg,wav,mp3,aac,ac3,eac3,flac,h264,hevc,rm,m4v,dv,mxf';

/**
 * The demuxers that ffmpeg may use, by stream kind. The HLS demuxer requests every URL that a playlist names, so it is
 * allowed only for sources that are playlists; the gateway has rewritten those before ffmpeg reads them. For every
 * other source, ffmpeg refuses demuxers that are not in its whitelist.
 */
const demuxers: Readonly<Record<StreamKind, readonly string[]>> = {
  hls: ['-f', 'hls', '-format_whitelist', `hls,applehttp,${containers}`],
  dash: ['-format_whitelist', containers],
  ts: ['-format_whitelist', containers],
  file: ['-format_whitelist', containers],
};

/** An input of ffmpeg or ffprobe. */
export interface ProgramInput {
  /** A loopback address of the gateway, at which the program fetches its source. */
  address: string;
  streamKind: StreamKind;
}

/**
 * The options with which ffmpeg and ffprobe open an input. The protocol whitelist allows HTTP alone, so a file or a
 * playlist cannot make them use another protocol.
 *
 * @see https://ffmpeg.org/ffmpeg-formats.html#Format-Options (`format_whitelist`, `protocol_whitelist`)
 */
export function inputOptions({ address, streamKind }: ProgramInput): string[] {
  const options = ['-protocol_whitelist', 'http,tcp', ...demuxers[streamKind]];
  return [...options, '-rw_timeout', String(silenceMicroseconds), '-i', address];
}
