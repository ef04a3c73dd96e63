import { describe, expect, it } from 'vitest';
import { createTsSplicer } from './ts-splice.ts';

const packetBytes = 188;
const [videoPid, audioPid] = [256, 257];
const frameTicks = 3600;

/** The PIDs of an advertisement: PMT, video and audio. */
const ad = { pmt: 4096, video: 512, audio: 513 };

interface Made {
  pid: number;
  /** The time of the frame that begins in the packet; absent for a packet in the middle of a frame. */
  ticks?: number;
  isKey?: boolean;
  mark?: number;
}

/** Makes one packet of MPEG-TS: the beginning of a frame with PTS and DTS, or a part of it. */
function packet({ pid, ticks, isKey = false, mark = 0 }: Made): Uint8Array {
  const bytes = new Uint8Array(packetBytes).fill(0xff);
  bytes.set([0x47, (ticks === undefined ? 0 : 0x40) | (pid >> 8), pid & 0xff, 0x30, 1, isKey ? 0x40 : 0]);
  bytes[187] = mark;
  if (ticks === undefined) return bytes;
  const isVideo = pid === videoPid || pid === ad.video;
  bytes.set([0, 0, 1, isVideo ? 0xe0 : 0xc0, 0, 0, 0x80, 0xc0, 10], 6);
  for (const at of [15, 20]) {
    const high = Math.floor(ticks / 2 ** 30) & 7;
    const middle = Math.floor(ticks / 2 ** 15) & 0x7fff;
    const low = ticks & 0x7fff;
    bytes.set(
      [0x21 | (high << 1), middle >> 7, ((middle & 0x7f) << 1) | 1, low >> 7, ((low & 0x7f) << 1) | 1],
      at,
    );
  }
  return bytes;
}

/** One second of a channel from a time on: a keyframe first, with a part of each frame and sound in between. */
function second(fromTicks: number, frames = 25, [video, audio] = [videoPid, audioPid]): Uint8Array[] {
  return Array.from({ length: frames }, (_, index) => {
    const ticks = fromTicks + index * frameTicks;
    return [
      packet({ pid: video, ticks, isKey: index === 0 }),
      packet({ pid: video }),
      packet({ pid: audio, ticks: ticks + 100 }),
    ];
  }).flat();
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

/** The PAT and the PMT of a channel with one video, and one audio of the given type. */
function tables(pmt: number, [video, audio]: readonly [number, number], audioType = 0x0f): Uint8Array[] {
  const table = (pid: number, section: readonly number[]): Uint8Array => {
    const bytes = new Uint8Array(packetBytes).fill(0xff);
    bytes.set([0x47, 0x40 | (pid >> 8), pid & 0xff, 0x10, 0, ...section, ...crcOf(section)]);
    return bytes;
  };
  const track = (type: number, pid: number) => [type, 0xe0 | (pid >> 8), pid & 0xff, 0xf0, 0];
  const tracks = [...track(0x1b, video), ...track(audioType, audio)];
  return [
    table(0, [0, 0xb0, 13, 0, 1, 0xc1, 0, 0, 0, 1, 0xe0 | (pmt >> 8), pmt & 0xff]),
    table(pmt, [2, 0xb0, 13 + tracks.length, 0, 1, 0xc1, 0, 0, 0xe1, 0, 0xf0, 0, ...tracks]),
  ];
}

const join = (packets: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(packets.flatMap((part) => [...part]));

function repeat(unit: Uint8Array, times: number): Uint8Array {
  const bytes = new Uint8Array(unit.length * times);
  for (let count = 0; count < times; count += 1) bytes.set(unit, count * unit.length);
  return bytes;
}

/** The times of the frames of one stream, in the order in which the player gets them. */
function timesOf(bytes: Uint8Array, wanted: number): number[] {
  const times: number[] = [];
  for (let offset = 0; offset < bytes.length; offset += packetBytes) {
    const at = (index: number): number => bytes[offset + index] ?? 0;
    if ((((at(1) & 0x1f) << 8) | at(2)) !== wanted || (at(1) & 0x40) === 0) continue;
    const middle = (at(21) << 7) | (at(22) >> 1);
    times.push(((at(20) >> 1) & 7) * 2 ** 30 + middle * 2 ** 15 + ((at(23) << 7) | (at(24) >> 1)));
  }
  return times;
}

const pidsOf = (bytes: Uint8Array): number[] =>
  [...bytes.keys()]
    .filter((at) => at % packetBytes === 0)
    .map((at) => (((bytes[at + 1] ?? 0) & 0x1f) << 8) | (bytes[at + 2] ?? 0));

const evenFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index * frameTicks);

describe('createTsSplicer', () => {
  it('continues the times of the last connection, for picture and sound alike', () => {
    const splicer = createTsSplicer();
    const first = splicer.push(join(second(900_000)));
    splicer.cut();
    const next = splicer.push(join(second(5_000)));
    // The frame that was not complete when the connection ended is left out.
    expect(timesOf(first, videoPid)).toEqual(evenFrom(900_000, 24));
    expect(timesOf(next, videoPid)).toEqual(evenFrom(900_000 + 24 * frameTicks, 24));
    expect(timesOf(next, audioPid)).toEqual(evenFrom(900_000 + 24 * frameTicks + 100, 24));
  });

  it('begins a connection with a frame that can be decoded alone', () => {
    const splicer = createTsSplicer();
    splicer.push(join(second(900_000)));
    splicer.cut();
    const next = splicer.push(join([...second(5_000).slice(4), ...second(95_000)]));
    expect(timesOf(next, videoPid)).toEqual(evenFrom(900_000 + 24 * frameTicks, 24));
    expect(timesOf(next, videoPid)[0]).toBe(timesOf(next.slice(0, packetBytes), videoPid)[0]);
  });

  it('joins many connections without a gap, whatever the pieces in which their bytes arrive', () => {
    const splicer = createTsSplicer();
    const times: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      const bytes = join([...second(count * 1_000_003), packet({ pid: videoPid, ticks: 7 })]).subarray(
        0,
        -50,
      );
      for (let offset = 0; offset < bytes.length; offset += 1000) {
        times.push(...timesOf(splicer.push(bytes.slice(offset, offset + 1000)), videoPid));
      }
      splicer.cut();
    }
    expect(times).toEqual(evenFrom(0, times.length));
    expect(times.length).toBeGreaterThan(20 * 23);
  });

  it('joins across the end of the clock', () => {
    const splicer = createTsSplicer();
    splicer.push(join(second(2 ** 33 - 25 * frameTicks)));
    splicer.cut();
    const next = splicer.push(join(second(70_000, 4)));
    expect(timesOf(next, videoPid)).toEqual([2 ** 33 - frameTicks, 0, frameTicks]);
  });

  it('passes on tables, and joins a channel of sound alone at any frame', () => {
    const splicer = createTsSplicer();
    const table = packet({ pid: 0 });
    const sound = evenFrom(50_000, 5).map((ticks) => packet({ pid: audioPid, ticks }));
    splicer.push(join([table, ...sound]));
    splicer.cut();
    const next = splicer.push(join([table, ...sound]));
    expect(next[2]).toBe(0);
    expect(timesOf(next, audioPid)).toEqual(evenFrom(50_000 + 4 * frameTicks, 4));
  });

  const own = tables(1000, [videoPid, audioPid]);

  it('plays an advertisement with other PIDs and another clock as a part of the channel', () => {
    const splicer = createTsSplicer();
    const advertisement = [...tables(ad.pmt, [ad.video, ad.audio]), ...second(7, 25, [ad.video, ad.audio])];
    const bytes = splicer.push(
      join([...own, ...second(900_000), ...advertisement, ...own, ...second(8_000_000), ...own]),
    );
    const times = timesOf(bytes, videoPid);
    expect(times).toEqual(evenFrom(900_000, 3 * 24));
    expect(timesOf(bytes, audioPid)).toEqual(evenFrom(900_100, 3 * 24));
    expect(timesOf(bytes, ad.video)).toEqual([]);
  });

  it('begins anew where an advertisement has another codec, with its tables and its clock', () => {
    const splicer = createTsSplicer();
    const foreign = [...tables(ad.pmt, [ad.video, ad.audio], 0x03), ...second(7, 25, [ad.video, ad.audio])];
    const before = splicer.push(join([...own, ...second(900_000)]));
    expect(splicer.breaks()).toEqual([]);
    const bytes = splicer.push(join([...foreign, ...own, ...second(8_000_000)]));
    // The frame that was not complete when the other tracks began is left out.
    expect(timesOf(before, videoPid)).toEqual(evenFrom(900_000, 24));
    const [toAd = 0, back = 0, ...more] = splicer.breaks();
    expect(more).toEqual([]);
    expect(timesOf(bytes.slice(0, toAd), videoPid)).toEqual([]);
    const advertisement = bytes.slice(toAd, back);
    expect(pidsOf(advertisement).slice(0, 3)).toEqual([0, ad.pmt, ad.video]);
    expect(timesOf(advertisement, ad.video)).toEqual(evenFrom(7, 24));
    const channel = bytes.slice(back);
    expect(pidsOf(channel).slice(0, 3)).toEqual([0, 1000, videoPid]);
    expect(timesOf(channel, videoPid)).toEqual(evenFrom(8_000_000, 24));
    splicer.push(join(second(8_090_000)));
    expect(splicer.breaks()).toEqual([]);
  });

  it('begins anew for no table that arrived damaged', () => {
    const splicer = createTsSplicer();
    splicer.push(join([...own, ...second(900_000)]));
    const [pat = new Uint8Array(), pmt = new Uint8Array()] = own;
    const section = { from: 5, bytes: 26 };
    for (let bit = 0; bit < 8 * section.bytes; bit += 1) {
      const damaged = pmt.slice();
      const at = section.from + Math.floor(bit / 8);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (bit % 8));
      const from = 990_000 + bit * 90_000;
      const bytes = splicer.push(join([pat, damaged, ...second(from)]));
      expect(splicer.breaks()).toEqual([]);
      expect(timesOf(bytes, audioPid)).toHaveLength(25);
    }
  });

  it('joins a clock that jumps within a connection, but not a frame that is late', () => {
    const splicer = createTsSplicer();
    const bytes = splicer.push(join([...second(900_000), ...second(50_000), ...second(50_000 + 450_000)]));
    const joined = 900_000 + 25 * frameTicks - frameTicks;
    expect(timesOf(bytes, videoPid)).toEqual([
      ...evenFrom(900_000, 24),
      ...evenFrom(joined, 25),
      ...evenFrom(joined + 450_000, 24),
    ]);
  });

  it('finds the packets again after bytes that belong to none', () => {
    const splicer = createTsSplicer();
    splicer.push(join(second(0)));
    splicer.push(new Uint8Array(5_000));
    const next = splicer.push(join(second(90_000)));
    expect(timesOf(next, videoPid)).toContain(90_000);
    expect(splicer.canContinue()).toBe(true);
  });

  it('passes on a stream that loses its alignment after every third packet as fast as it arrives', () => {
    const splicer = createTsSplicer();
    const unit = join([...second(0, 1), Uint8Array.of(0)]);
    const bytes = repeat(unit, 2_000);
    let passed = 0;
    for (let offset = 0; offset < bytes.length; offset += 65_536) {
      passed += splicer.push(bytes.slice(offset, offset + 65_536)).length;
    }
    // Every 565th byte belongs to no packet; what is kept back are the packets of one frame and the search's rest.
    expect(passed).toBeGreaterThan(bytes.length * 0.99 - 8 * packetBytes);
  });

  it('passes on the sound of a channel whose picture ended, three seconds late at most', () => {
    const splicer = createTsSplicer();
    splicer.push(join(second(0)));
    const sound = evenFrom(25 * frameTicks, 250).map((ticks) => packet({ pid: audioPid, ticks }));
    const times = timesOf(splicer.push(join(sound)), audioPid);
    expect(times.at(-1)).toBeGreaterThanOrEqual(25 * frameTicks + 250 * frameTicks - 3 * 90_000);
  });

  it('holds at most 8 MiB of a frame that never ends', () => {
    const splicer = createTsSplicer();
    splicer.push(join(second(0)));
    const parts = repeat(packet({ pid: videoPid }), 1_000);
    let kept = 0;
    let largest = 0;
    for (let count = 0; count < 100; count += 1) {
      kept += parts.length - splicer.push(parts.slice()).length;
      largest = Math.max(largest, kept);
    }
    expect(largest).toBeLessThanOrEqual(2 ** 23 + parts.length);
  });

  it('passes on bytes that are no MPEG-TS, and cannot continue them', () => {
    const splicer = createTsSplicer();
    const bytes = new TextEncoder().encode('no es vídeo '.repeat(200));
    expect(splicer.push(bytes)).toEqual(bytes);
    splicer.push(bytes);
    expect(splicer.canContinue()).toBe(false);
  });
});
