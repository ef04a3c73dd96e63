/** The readers of `packages/ts`, all of which read each packet, for the fuzz test. */
import type { FuzzedParser } from '@butaca/testing';
import {
  createTableCollector,
  findPacketGrid,
  findPackets,
  findPesStart,
  hasUnit,
  isNullPackets,
  listDescriptors,
  listTracks,
  moveTimes,
  packetBytes,
  payloadOf,
  readPat,
  readPmt,
} from '@butaca/ts';
import { tsPatterns } from './media-patterns.ts';
import { tables } from './parser-samples.ts';

export const transportStreamParser: FuzzedParser = {
  name: 'packets, tables and times of MPEG-TS',
  largestBytes: 2 * 1_024 * 1_024,
  patterns: tsPatterns,
  samples: [Buffer.concat([...tables, ...tables])],
  tokens: [
    ...tables.map((table) => table.toString('latin1')),
    'G',
    'G\u0041\u0000\u0030\u0007\u0010',
    '\u0000\u0000\u0001\u00e0\u0000\u0000\u0080\u00c0\u000a',
    '\u0002\u00b0',
  ],
  /** Reads every packet in every way. @returns how many there are, with what is read from them */
  async parse(bytes) {
    const collect = createTableCollector();
    let read = findPacketGrid(bytes) === undefined || isNullPackets(bytes) ? 0 : 1;
    let at = findPackets(bytes, 0, bytes.length);
    for (; at !== undefined && at + packetBytes <= bytes.length; at += packetBytes) {
      // The times of the packet are moved in place.
      const packet = Buffer.from(bytes.subarray(at, at + packetBytes));
      const payload = payloadOf(packet) ?? packetBytes;
      const table = collect(packet, payload) ?? packet.subarray(payload);
      const tracks = listTracks(table);
      const descriptors = tracks.map((track) => listDescriptors(track.descriptors).length);
      moveTimes(packet, findPesStart(packet), 2 ** 33 - 1);
      const found = [
        readPat(packet, payload),
        readPmt(table),
        hasUnit(packet, payload, (unit) => unit === 9),
      ];
      read += 1 + found.filter(Boolean).length + tracks.length + descriptors.length;
    }
    return read;
  },
  refusals: [],
};
