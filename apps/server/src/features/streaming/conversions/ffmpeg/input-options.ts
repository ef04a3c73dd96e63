import type { StreamKind } from '@butaca/contract';

/** How long a source may send nothing, in microseconds. */
const silenceMicroseconds = 15_000_000;

/** Demuxers of media that open nothing but their own input. */
const containers =
  'matroska,webm,mov,mp4,avi,mpegts,mpeg,mpegvideo,flv,asf,ogg,wav,mp3,aac,ac3,eac3,flac,h264,hevc,rm,m4v,dv,mxf';

/**
 * The demuxers that a source of a kind may need. The demuxer of HLS asks for every address that a playlist names, so it reads
 * nothing but sources that are playlists, which the gateway has rewritten before it gives their loopback address. In any other body, ffmpeg
 * refuses a demuxer that is not in the list.
 */
const demuxers: Readonly<Record<StreamKind, readonly string[]>> = {
  hls: ['-f', 'hls', '-format_whitelist', `hls,applehttp,${containers}`],
  dash: ['-format_whitelist', containers],
  ts: ['-format_whitelist', containers],
  file: ['-format_whitelist', containers],
};

/** Something that ffmpeg and ffprobe are to read. */
export interface ProgramInput {
  /** A loopback address of the gateway. */
  address: string;
  streamKind: StreamKind;
}

/**
 * The options by which ffmpeg and ffprobe open an input. The protocol whitelist allows HTTP alone, so a file or a playlist cannot
 * make them use another protocol.
 *
 * @see https://ffmpeg.org/ffmpeg-formats.html#Format-Options (`format_whitelist`, `protocol_whitelist`)
 */
export function inputOptions({ address, streamKind }: ProgramInput): string[] {
  const options = ['-protocol_whitelist', 'http,tcp', ...demuxers[streamKind]];
  return [...options, '-rw_timeout', String(silenceMicroseconds), '-i', address];
}
