const packetBytes = 188;
const syncByte = 0x47;
const nullPid = 0x1fff;

/**
 * Whether bytes of a channel in MPEG-TS are null packets and nothing else. The server sends them while the provider is silent,
 * so they are no sign that the channel goes on.
 */
export function isNullPackets(bytes: Uint8Array): boolean {
  if (bytes.length === 0 || bytes.length % packetBytes !== 0) return false;
  for (let at = 0; at < bytes.length; at += packetBytes) {
    const pid = (((bytes[at + 1] ?? 0) & 0x1f) << 8) | (bytes[at + 2] ?? 0);
    if (bytes[at] !== syncByte || pid !== nullPid) return false;
  }
  return true;
}
