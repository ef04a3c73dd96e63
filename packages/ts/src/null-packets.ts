import { makePacket, nullPid, packetBytes, readPid, syncByte } from './packets.ts';

/** Makes a packet without content (ISO/IEC 13818-1, 2.4.1), whose payload has no meaning. */
export const makeNullPacket = (): Uint8Array<ArrayBuffer> => makePacket(nullPid, 0x10);

/**
 * Whether bytes of a channel in MPEG-TS are null packets and nothing else. The server sends them while the provider is silent,
 * so they are no sign that the channel goes on.
 */
export function isNullPackets(bytes: Uint8Array): boolean {
  if (bytes.length === 0 || bytes.length % packetBytes !== 0) return false;
  for (let at = 0; at < bytes.length; at += packetBytes) {
    if (bytes[at] !== syncByte || readPid(bytes, at + 1) !== nullPid) return false;
  }
  return true;
}
