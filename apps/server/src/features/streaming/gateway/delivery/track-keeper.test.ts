import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTrackKeeper } from './track-keeper.ts';

const packetBytes = 188;
const nullPid = 0x1fff;
/** The PIDs of a channel and of an advertisement: PMT, video and audio. */
const channel = { pmt: 0x1000, video: 0x100, audio: 0x101 };
const ad = { pmt: 0x1200, video: 0x300, audio: 0x301 };
const aac = 0x0f;
const mp3 = 0x03;

/** A packet of MPEG-TS; its payload is filled up with the last byte of its PID. */
function packet(pid: number, payload: readonly number[] = [], isStart = payload.length > 0): Buffer {
  const bytes = Buffer.alloc(packetBytes, pid & 0xff);
  bytes.set([0x47, (isStart ? 0x40 : 0) | (pid >> 8), pid & 0xff, 0x10, ...payload]);
  return bytes;
}

/** Computes the CRC-32 at the end of a table, by long division. ISO/IEC 13818-1, annex A */
function crcOf(table: readonly number[]): number[] {
  let rest = 0xffffffff;
  for (const byte of table) {
    for (let mask = 0x80; mask > 0; mask >>= 1) {
      const isOdd = rest >= 2 ** 31 !== ((byte & mask) !== 0);
      rest = (rest * 2) % 2 ** 32;
      if (isOdd) rest = (rest ^ 0x04c11db7) >>> 0;
    }
  }
  return [24, 16, 8, 0].map((shift) => (rest >>> shift) & 0xff);
}

/** The PAT and the PMT of a channel with H.264 and an audio of the given type. */
function tables({ pmt, video, audio }: typeof channel, audioType = aac, program = 1): Buffer[] {
  const track = (type: number, pid: number) => [type, 0xe0 | (pid >> 8), pid & 0xff, 0xf0, 0];
  const tracks = [...track(0x1b, video), ...track(audioType, audio)];
  const pmtTable = [2, 0xb0, 13 + tracks.length, 0, program, 0xc1, 0, 0, 0xe1, 0, 0xf0, 0, ...tracks];
  const patTable = [0, 0xb0, 13, 0, 1, 0xc1, 0, 0, 0, program, 0xe0 | (pmt >> 8), pmt & 0xff];
  return [packet(0, [0, ...patTable, ...crcOf(patTable)]), packet(pmt, [0, ...pmtTable, ...crcOf(pmtTable)])];
}

const media = ({ video, audio }: typeof channel): Buffer[] => [packet(video), packet(audio), packet(video)];

/** The bytes that the keeper passes on, whatever the pieces in which they arrive. */
function pass(bytes: Buffer, pieceBytes = 1_000): Buffer {
  const keeper = createTrackKeeper();
  const passed: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    passed.push(Buffer.from(keeper.pass(bytes.subarray(at, at + pieceBytes))));
  }
  return Buffer.concat([...passed, keeper.rest()]);
}

function pidsOf(bytes: Buffer): number[] {
  const pids: number[] = [];
  for (let at = 0; at < bytes.length; at += packetBytes) pids.push(bytes.readUInt16BE(at + 1) & 0x1fff);
  return pids;
}

describe('an advertisement in a channel', () => {
  const own = Buffer.concat([...tables(channel), ...media(channel)]);
  const ownPids = [0, channel.pmt, channel.video, channel.audio, channel.video];

  it.each([1, 187, 188, 1_000, 100_000])(
    'has the tracks of the channel, in pieces of %i bytes',
    (pieceBytes) => {
      const bytes = Buffer.concat([own, ...tables(ad, aac, 7), ...media(ad), packet(0x500), own]);
      const passed = pass(bytes, pieceBytes);
      // The packet of the PAT comes before it is known that other tracks begin.
      const adPids = [0, nullPid, channel.video, channel.audio, channel.video, nullPid];
      expect(pidsOf(passed)).toEqual([...ownPids, ...adPids, nullPid, ...ownPids.slice(1)]);
      const payloads = (part: Buffer) => Buffer.from(part.filter((_byte, at) => at % packetBytes >= 4));
      expect(payloads(passed).equals(payloads(bytes))).toBe(true);
    },
  );

  it('loses the track whose codec is another one', () => {
    const passed = pass(Buffer.concat([own, ...tables(ad, mp3), ...media(ad)]));
    expect(pidsOf(passed).slice(ownPids.length)).toEqual([0, nullPid, channel.video, nullPid, channel.video]);
  });

  it('keeps its tracks apart where their numbers are those of the channel, exchanged', () => {
    const turned = { pmt: ad.pmt, video: channel.audio, audio: channel.video };
    const passed = pass(Buffer.concat([own, ...tables(turned), ...media(turned)]));
    expect(pidsOf(passed).slice(ownPids.length + 2)).toEqual([channel.video, channel.audio, channel.video]);
  });

  it('is not taken for one where a table of the channel arrived damaged', () => {
    for (let bit = 0; bit < 8 * 21; bit += 1) {
      const [pat = Buffer.alloc(0), pmt = Buffer.alloc(0)] = tables(channel);
      const at = 5 + 5 + Math.floor(bit / 8);
      pmt[at] = (pmt[at] ?? 0) ^ (1 << (bit % 8));
      const passed = pass(Buffer.concat([own, pat, pmt, ...media(channel)]));
      expect(pidsOf(passed)).toEqual([...ownPids, ...ownPids]);
    }
  });

  it('is recognised in a channel whose table ffmpeg has written', () => {
    const [pat = Buffer.alloc(0)] = tables(channel);
    const table = Buffer.from('02b0170001c10000e100f00002e100f00003e101f000f64a0355', 'hex');
    const before = [pat, packet(channel.pmt, [0, ...table]), ...media(channel)];
    const passed = pass(Buffer.concat([...before, ...tables(ad, mp3), ...media(ad)]));
    // The channel's picture is in MPEG-2, the advertisement's is not.
    expect(pidsOf(passed)).toEqual([...ownPids, 0, nullPid, nullPid, channel.audio, nullPid]);
  });

  it('is recognised by a table that comes in two packets', () => {
    const [pat = Buffer.alloc(0), pmt = Buffer.alloc(0)] = tables(ad);
    const table = [...pmt.subarray(4, 40)];
    const first = packet(ad.pmt, [0]);
    // The first packet has an adaptation field, so that little of the table fits into it.
    first.set([0x30, 170, ...Array.from({ length: 170 }, () => 0), ...table.slice(0, 13)], 3);
    const second = packet(ad.pmt, table.slice(13), false);
    const passed = pass(Buffer.concat([own, pat, first, second, ...media(ad)]));
    expect(pidsOf(passed).slice(-3)).toEqual([channel.video, channel.audio, channel.video]);
  });
});

describe('bytes of any kind', () => {
  it('pass in full length, and unchanged where they are not MPEG-TS', () => {
    const anyPacket = fc
      .tuple(fc.constantFrom(0, channel.pmt, channel.video), fc.uint8Array({ maxLength: 184 }), fc.boolean())
      .map(([pid, payload, isStart]) => packet(pid, [...payload], isStart));
    const anyPart = fc.oneof(
      anyPacket,
      fc.constant(Buffer.concat(tables(channel))),
      fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
    );
    fc.assert(
      fc.property(
        fc.array(anyPart, { maxLength: 12 }),
        fc.integer({ min: 1, max: 700 }),
        (parts, pieceBytes) => {
          const bytes = Buffer.concat(parts);
          const passed = pass(bytes, pieceBytes);
          expect(passed).toHaveLength(bytes.length);
          if (!bytes.includes(0x47)) expect(passed.equals(bytes)).toBe(true);
        },
      ),
    );
  });

  it('are passed on before the body has ended', () => {
    const keeper = createTrackKeeper();
    expect(keeper.pass(Buffer.alloc(2_000, 1))).toHaveLength(2_000);
    expect(keeper.pass(Buffer.alloc(3, 1))).toHaveLength(3);
  });
});
