import type { StreamKind } from '@butaca/contract';

/** Beyond this a source that sends nothing is taken for gone, in microseconds. */
const silenceMicroseconds = 15_000_000;

/** What may be inside: media containers, and none that only names other files, HLS apart. */
const containers =
  'matroska,webm,mov,mp4,avi,mpegts,mpeg,mpegvideo,flv,asf,ogg,wav,mp3,aac,ac3,eac3,flac,h264,hevc,rm,m4v,dv,mxf,hls,applehttp';

/** Something that ffmpeg and ffprobe are to read. */
export interface ProgramInput {
  /** A loan of the gateway. */
  address: string;
  streamKind: StreamKind;
}

/**
 * How the two programs are given their input. They speak nothing but HTTP with this machine, whatever a file or a playlist
 * asks of them.
 *
 * @see https://ffmpeg.org/ffmpeg-formats.html#Format-Options (`format_whitelist`, `protocol_whitelist`)
 */
export function inputOptions({ address }: ProgramInput): string[] {
  const options = ['-protocol_whitelist', 'http,tcp', '-format_whitelist', containers];
  return [...options, '-rw_timeout', String(silenceMicroseconds), '-i', address];
}
