import type { StreamKind } from '@butaca/contract';
import { findPacketGrid } from '@butaca/ts';

/** How a stream is packed, as its first bytes show. */
export interface StreamForm {
  streamKind: StreamKind;
  /** The file name extension that fits a single file, such as `mkv`; empty for other kinds of streams. */
  extension: string;
}

/** The most bytes that `readStreamForm` needs to recognise a stream; more of them do not help. */
export const formBytes = 4_096;

/** The beginnings of files, each with the offset at which its bytes stand. */
const signatures: readonly [offset: number, bytes: string, extension: string][] = [
  [4, 'ftyp', 'mp4'],
  [4, 'moov', 'mp4'],
  [0, '\x1a\x45\xdf\xa3', 'mkv'],
  [0, 'OggS', 'ogg'],
  [0, 'FLV\x01', 'flv'],
  [0, 'fLaC', 'flac'],
  [8, 'AVI ', 'avi'],
  [8, 'WAVE', 'wav'],
  [0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11', 'asf'],
  [0, '\x00\x00\x01\xba', 'mpg'],
  [0, '.RMF', 'rm'],
  [0, 'ID3', 'mp3'],
];

/**
 * Recognises how a stream is packed from its first bytes.
 *
 * @returns `undefined` when the bytes show none of the known formats: a web page, an encrypted stream, too few bytes
 */
export function readStreamForm(bytes: Buffer): StreamForm | undefined {
  const start = bytes.toString('latin1', 0, 1_024);
  const text = start.replace(/^\u00ef\u00bb\u00bf/, '').trimStart();
  if (text.startsWith('#EXTM3U')) return { streamKind: 'hls', extension: '' };
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<MPD[\s>]/.test(text)) {
    return { streamKind: 'dash', extension: '' };
  }
  const known = signatures.find(([offset, signature]) => start.startsWith(signature, offset));
  if (known !== undefined) return { streamKind: 'file', extension: known[2] };
  if (findPacketGrid(bytes.subarray(0, formBytes)) !== undefined) return { streamKind: 'ts', extension: '' };
  const sound = readSoundFrames(bytes.subarray(0, formBytes));
  return sound === undefined ? undefined : { streamKind: 'file', extension: sound };
}

/**
 * Recognises a stream of audio frames without a container, which may begin in the middle of a frame. Three frames must
 * follow each other, because the beginning of a frame is only two bytes, which also occur by chance.
 */
function readSoundFrames(bytes: Buffer): 'aac' | 'mp3' | undefined {
  for (let index = 0; index + 6 < bytes.length; index += 1) {
    if (bytes[index] !== 0xff) continue;
    if (hasFrames(bytes, index, adtsLength)) return 'aac';
    if (hasFrames(bytes, index, mpegAudioLength)) return 'mp3';
  }
  return undefined;
}

function hasFrames(bytes: Buffer, from: number, lengthAt: (bytes: Buffer, at: number) => number): boolean {
  let at = from;
  for (let count = 0; count < 3; count += 1) {
    const length = lengthAt(bytes, at);
    if (length === 0) return false;
    at += length;
  }
  return true;
}

/** Returns the length in bytes of the ADTS frame (AAC) that begins at `at`; 0 when none begins there. */
function adtsLength(bytes: Buffer, at: number): number {
  const [first = 0, second = 0, , fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(at, at + 6);
  if (first !== 0xff || (second & 0xf6) !== 0xf0) return 0;
  const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
  return length > 7 ? length : 0;
}

/** Bit rates of MPEG audio of layer III in kbit/s, by the number in a frame's header: of MPEG-1, and of MPEG-2. */
const kilobits = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const sampleRates = [44_100, 48_000, 32_000] as const;

/** Returns the length in bytes of the MP3 frame that begins at `at`; 0 when none begins there. */
function mpegAudioLength(bytes: Buffer, at: number): number {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  if (first !== 0xff || (second & 0xe6) !== 0xe2) return 0;
  const version = (second >> 3) & 3;
  const rate = sampleRates[(third >> 2) & 3];
  const bitRate = kilobits[version === 3 ? 0 : 1][third >> 4];
  if (version === 1 || rate === undefined || bitRate === undefined || bitRate === 0) return 0;
  const hertz = version === 3 ? rate : version === 2 ? rate / 2 : rate / 4;
  return Math.floor(((version === 3 ? 144_000 : 72_000) * bitRate) / hertz) + ((third >> 1) & 1);
}
