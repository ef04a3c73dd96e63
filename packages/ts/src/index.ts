export { findPackets as findPacketGrid } from './packets.ts';
export {
  findPackets,
  isStartOf,
  longestTable,
  packetBytes,
  payloadOf,
  pidOf,
  readPmt,
  readPmtPid,
  syncByte,
  type Layout,
} from './tables.ts';
export { isNullPackets } from './null-packets.ts';
