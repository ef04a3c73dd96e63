import type { StreamKind } from '@butaca/contract';

/** How long the source of a stream may send nothing before ffmpeg gives up, in microseconds. */
const silenceMicroseconds = 15_000_000;

/** The demuxers that ffmpeg may use for any source: they open no file or URL besides their own input. */
const containers =
  'matroska,webm,mov,mp4,avi,mpegts,mpeg,mpegvideo,flv,asf,ogg,wav,mp3,aac,ac3,eac3,flac,h264,hevc,rm,m4v,dv,mxf';

/**
 * ffmpeg options that limit which demuxers it may use, by the kind of stream. The HLS demuxer requests every URL that a
 * playlist names, so it is allowed only for sources that are playlists; the gateway (the server's own proxy for
 * streams) has rewritten those before ffmpeg reads them. For every other source, ffmpeg refuses demuxers that are not
 * in its whitelist.
 */
const demuxers: Readonly<Record<StreamKind, readonly string[]>> = {
  hls: ['-f', 'hls', '-format_whitelist', `hls,applehttp,${containers}`],
  dash: ['-format_whitelist', containers],
  ts: ['-format_whitelist', containers],
  file: ['-format_whitelist', containers],
};

/** What ffmpeg or ffprobe reads: the address of a stream and its kind. */
export interface ProgramInput {
  /**
   * A loopback address of this server, at which ffmpeg or ffprobe fetches its source through the gateway (the proxy for
   * streams).
   */
  address: string;
  streamKind: StreamKind;
}

/**
 * The options with which ffmpeg and ffprobe open their input. The protocol whitelist allows HTTP alone, so a file or a
 * playlist cannot make them use another protocol.
 *
 * @see https://ffmpeg.org/ffmpeg-formats.html#Format-Options (`format_whitelist`, `protocol_whitelist`)
 */
export function inputOptions({ address, streamKind }: ProgramInput): string[] {
  const options = ['-protocol_whitelist', 'http,tcp', ...demuxers[streamKind]];
  return [...options, '-rw_timeout', String(silenceMicroseconds), '-i', address];
}
