export {
  counterOf,
  findPacketGrid,
  findPackets,
  hasScrambledPackets,
  isRandomAccess,
  isStartOf,
  makePacket,
  nullPid,
  packetBytes,
  payloadOf,
  pidOf,
  setPid,
  syncByte,
} from './packets.ts';
export {
  createTableCollector,
  listDescriptors,
  listTracks,
  privateType,
  readPat,
  readPmt,
  readTableStart,
  type Layout,
  type ListedTrack,
  type Programme,
  type TableCollector,
} from './tables.ts';
export {
  clockRange,
  findPesStart,
  hasUnit,
  moveTimes,
  ticksPerMs,
  wrapTicks,
  type PesStart,
} from './clock.ts';
export { isNullPackets, makeNullPacket } from './null-packets.ts';
export { listSubtitles, type ListedSubtitle } from './subtitles.ts';
