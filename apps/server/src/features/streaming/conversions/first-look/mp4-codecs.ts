import { mostAudioTracks, type StreamCodecs } from './source-look.ts';

const videoEntries: Readonly<Record<string, string>> = {
  avc1: 'h264',
  avc3: 'h264',
  hvc1: 'hevc',
  hev1: 'hevc',
  dvh1: 'hevc',
  dvhe: 'hevc',
  av01: 'av1',
  vp08: 'vp8',
  vp09: 'vp9',
};
const audioEntries: Readonly<Record<string, string>> = {
  mp4a: 'aac',
  'ac-3': 'ac3',
  'ec-3': 'eac3',
  Opus: 'opus',
  fLaC: 'flac',
  '.mp3': 'mp3',
};

/**
 * Reads the codecs of the initialization section of fragmented MP4, from the first entry of each sample description
 * (`stsd`). @returns `undefined` without a known entry, as in an encrypted stream
 */
export function readMp4Codecs(bytes: Buffer): StreamCodecs | undefined {
  let video: string | null = null;
  const audio: string[] = [];
  for (let at = bytes.indexOf('stsd'); at !== -1; at = bytes.indexOf('stsd', at + 4)) {
    // After its name the box has a version, flags and the number of entries; the first entry begins with its length.
    const entry = bytes.toString('latin1', at + 16, at + 20);
    video ??= videoEntries[entry] ?? null;
    const sound = audioEntries[entry];
    if (sound !== undefined && audio.length < mostAudioTracks) audio.push(sound);
  }
  return video === null && audio.length === 0 ? undefined : { video, audio };
}

/**
 * Reads the value of the attribute `CODECS` of an HLS playlist, such as `avc1.640028,mp4a.40.2`. @returns `undefined`
 * when a codec in it is unknown
 *
 * @see https://www.rfc-editor.org/rfc/rfc6381
 */
export function readCodecsAttribute(value: string): StreamCodecs | undefined {
  let video: string | null = null;
  const audio: string[] = [];
  for (const name of value.split(',').map((part) => part.trim())) {
    const [entry = ''] = name.split('.');
    const sound = /^mp4a\.(?:40\.34|69|6b)$/i.test(name) ? 'mp3' : audioEntries[entry];
    const picture = videoEntries[entry];
    if (picture !== undefined) video ??= picture;
    else if (sound !== undefined) audio.push(sound);
    // Subtitles are named beside the codecs of video and audio, and matter to no decoder.
    else if (!/^(?:stpp|wvtt)$/.test(entry)) return undefined;
  }
  return { video, audio };
}
