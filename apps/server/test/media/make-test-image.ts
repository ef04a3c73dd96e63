import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Draws an image of a single colour, for the test to encode. */
export function drawTestImage(width: number, height: number, colour = '#d02040'): Sharp {
  return sharp({ create: { width, height, channels: 3, background: colour } });
}

/** Builds an all-black PNG of one bit per pixel, whose file stays small (a few kilobytes) for any image size. */
export function makeBlackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    makeChunk('IHDR', header),
    makeChunk('IDAT', deflateSync(rows)),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Builds a chunk of a PNG file.
 *
 * @see https://www.w3.org/TR/png-3/#5Chunk-layout
 */
function makeChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([frame, named, sum]);
}
