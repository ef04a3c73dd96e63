import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makePacket, packetBytes, payloadOf } from './packets.ts';
import { createTableCollector, listDescriptors, listTracks, readPat, readPmt } from './tables.ts';

/** A table of a channel in MPEG-2 and MP2 that ffmpeg has written, with its checksum. */
const writtenHex = '02b0170001c10000e100f00002e100f00003e101f000f64a0355';
const written = Array.from({ length: 26 }, (_, at) =>
  Number.parseInt(writtenHex.slice(2 * at, 2 * at + 2), 16),
);
const layout = { video: { pid: 0x100, codec: 2 }, audio: { pid: 0x101, codec: 3 } };

/** The packets of a table, the first of them behind the end of an earlier table. */
function packetsOf(table: readonly number[], firstBytes = 170, earlierBytes = 3): Uint8Array[] {
  const begin = (rest: readonly number[]) => makePacket(0x1000, 0x10, ...rest);
  const first = begin([earlierBytes, ...Array<number>(earlierBytes).fill(7), ...table.slice(0, firstBytes)]);
  // What is not of the table is left out of the first packet, by an adaptation field that fills it up.
  const own = 1 + earlierBytes + Math.min(firstBytes, table.length);
  const filled = makePacket(0x1000, 0x30, packetBytes - 5 - own);
  filled.set(first.subarray(4, 4 + own), packetBytes - own);
  filled[1] = 0x40 | 0x10;
  const rest: Uint8Array[] = [];
  for (let at = firstBytes; at < table.length; at += 184) rest.push(begin(table.slice(at, at + 184)));
  return [filled, ...rest];
}

function collect(packets: readonly Uint8Array[]): Uint8Array[] {
  const take = createTableCollector();
  return packets.flatMap((packet) => {
    const table = take(packet, payloadOf(packet) ?? packetBytes);
    return table === undefined ? [] : [table.slice()];
  });
}

describe('a PMT', () => {
  it.each([170, 20, 5, 2, 1])(
    'is put together from packets of which the first has %i bytes of it',
    (first) => {
      const [table = new Uint8Array(), ...more] = collect(packetsOf(written, first));
      expect([...table]).toEqual(written);
      expect(more).toEqual([]);
      expect(readPmt(table)).toEqual(layout);
    },
  );

  it('is put together up to its greatest length, and no further', () => {
    const longest = [2, 0xbf, 0xff, ...Array<number>(4_095).fill(0)];
    const packets = [...packetsOf(longest), ...Array.from({ length: 50 }, () => makePacket(0x1000, 0x10))];
    expect(collect(packets).map((table) => table.length)).toEqual([4_098]);
  });

  it('is not put together without its beginning', () => {
    expect(collect(packetsOf(written, 5).slice(1))).toEqual([]);
  });

  it('is read for its own programme only', () => {
    expect(readPmt(Uint8Array.from(written), 1)).toEqual(layout);
    expect(readPmt(Uint8Array.from(written), 2)).toBeUndefined();
  });

  it('is not read where a bit of it is wrong', () => {
    for (let bit = 0; bit < 8 * written.length; bit += 1) {
      const table = Uint8Array.from(written);
      table[bit >> 3] = (table[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(readPmt(table)).toBeUndefined();
    }
  });

  it('lists tracks with their descriptors, of which the end may be missing', () => {
    const table = Uint8Array.from([...written.slice(0, 12), 6, 0xe1, 2, 0xf0, 5, 0x6a, 1, 9, 0x0a, 4, 0x1b]);
    const tracks = listTracks(table).map(({ descriptors, ...track }) => [
      track,
      listDescriptors(descriptors),
    ]);
    const listed = [
      [0x6a, 2],
      [0x0a, 5],
    ];
    expect(tracks).toEqual([[{ pid: 0x102, type: 6 }, listed]]);
  });
});

describe('a PAT', () => {
  const packet = (...entries: number[]) =>
    makePacket(0, 0x10, 0, 0, 0xb0, 9 + entries.length, 0, 1, 0xc1, 0, 0, ...entries, 1, 2, 3, 4);

  it('names the table of its first programme, behind that of the network', () => {
    const pat = packet(0, 0, 0xe0, 0x10, 0, 7, 0xf0, 0, 0, 8, 0xf1, 0);
    expect(readPat(pat, 4)).toEqual({ number: 7, pmtPid: 0x1000 });
  });

  it('names nothing where its only entry is that of the network: its checksum is no entry', () => {
    expect(readPat(packet(0, 0, 0xe0, 0x10), 4)).toBeUndefined();
    expect(readPat(packet(), 4)).toBeUndefined();
  });
});

it('any bytes are read as tables without a failure', () => {
  const bytes = fc.uint8Array({ minLength: packetBytes, maxLength: packetBytes });
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 30 }), fc.nat(packetBytes), (packets, payload) => {
      const take = createTableCollector();
      for (const packet of packets) {
        const programme = readPat(packet, payload);
        expect(programme?.pmtPid ?? 0).toBeLessThan(0x2000);
        const table = take(packet, payload);
        if (table !== undefined) expect(table.length).toBeLessThanOrEqual(4_098);
        if (table !== undefined) readPmt(table);
      }
    }),
  );
});
