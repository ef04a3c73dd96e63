/** File names that streaming programs give to every stream, so that they do not name a channel or film. */
const commonFiles: ReadonlySet<string> = new Set(
  'index master playlist manifest main chunklist video stream live hls dash mpegts mono'.split(' '),
);

const extension = /\.(?:m3u8?|mpd|ts|m2ts|mts|mp4|mkv|avi|mov|m4v|webm|flv|wmv|mpe?g|mp3|aac|m4a|ogg|php)$/i;

/**
 * Names an entry that has only an address, after the last part of the address's path that says something:
 * `El Hoyo (2019)` of `http://host/cine/El%20Hoyo%20(2019).mkv`, `tve1` of `http://host/tve1/index.m3u8`.
 */
export function nameOfAddress(address: string): string {
  const start = address.indexOf('://') + 3;
  const parts = (address.slice(start).split(/[?#]/, 1)[0] ?? '').split('/');
  for (let index = parts.length - 1; index > 0; index -= 1) {
    const name = decode(parts[index] ?? '')
      .replace(extension, '')
      .trim();
    if (name !== '' && !commonFiles.has(name.toLowerCase())) return name;
  }
  const host = parts[0] ?? '';
  return host.slice(host.lastIndexOf('@') + 1);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
