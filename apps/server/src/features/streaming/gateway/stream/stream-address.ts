import type { StreamKind } from '@butaca/contract';
import type { StreamRole } from './token.ts';

/** Longer addresses would not fit, sealed, into a request's header limit. */
const maxAddressLength = 8_192;

const internalProtocol = 'internal:';

/** Gives internal addresses an authority, so that `..` in what they name cannot leave their media. */
export function readSourceAddress(address: string): string {
  return address.replace(/^internal:(?!\/\/)/, 'internal://');
}

/** Names the media of this server that an address means; `undefined` for any other. */
export function readInternalAddress(address: string): { name: string; path: string } | undefined {
  if (!address.startsWith(`${internalProtocol}//`) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return { name: url.host, path: url.pathname.slice(1) };
}

/**
 * Resolves what a playlist or a redirect names against where it was found.
 *
 * @param base - the final address of the playlist, after redirects
 * @returns `undefined` for what may not be followed: anything but http and https, and media of this server unless
 * media of this server names it
 */
export function resolveAddress(reference: string, base: string): string | undefined {
  if (!URL.canParse(reference, base)) return undefined;
  const url = new URL(reference, base);
  const isInternal = url.protocol === internalProtocol && url.host === new URL(base).host;
  const mayFollow =
    url.protocol === 'http:' ||
    url.protocol === 'https:' ||
    (isInternal && base.startsWith(internalProtocol));
  url.hash = '';
  return mayFollow && url.href.length <= maxAddressLength ? url.href : undefined;
}

const segmentExtension = /\.(?:ts|m4s|mp4|m4a|m4v|aac|mp3|ac3|ec3|vtt|webvtt)$/i;
const sourceNames: Readonly<Record<StreamKind, string>> = {
  hls: 'index.m3u8',
  dash: 'manifest.mpd',
  ts: 'stream.ts',
  file: 'video',
};

/** The path of a token. Its last part says nothing of the upstream; it is there for players that look at extensions. */
export function streamPath(
  token: string,
  stream: { role: StreamRole; streamKind: StreamKind; address: string },
): string {
  return `${streamFolder(token)}/${fileName(stream)}`;
}

/** Where the paths of a token begin; those of a template end as the player fills in. */
export const streamFolder = (token: string): string => `/api/stream/${token}`;

function fileName({ role, streamKind, address }: Parameters<typeof streamPath>[1]): string {
  if (role === 'source') return sourceNames[streamKind];
  if (role === 'playlist') return streamKind === 'dash' ? sourceNames.dash : 'index.m3u8';
  if (role === 'key') return 'key.bin';
  return `segment${segmentExtension.exec(new URL(address).pathname)?.[0].toLowerCase() ?? ''}`;
}
