import { PlaylistRefusedError } from '../playlists/playlist.ts';
import type { ChildRole } from '../playlists/playlist-tags.ts';
import { resolveAddress } from '../stream/stream-address.ts';
import type { ByteSlice, MediaPart } from '../stream/stream.ts';
import type { XmlElement } from './manifest-xml.ts';

/**
 * What an address in a DASH manifest stands for; `template`: an address with gaps to fill in; `file`: a whole track.
 */
export type ManifestRole = Exclude<ChildRole, 'key'>;

export interface ManifestContext {
  /** The final address of the DASH manifest, after redirects. */
  address: string;
  /** Whether the manifest is played under a free trial, so that segments are charged one by one. */
  isTrial: boolean;
  now: Date;
  /**
   * Returns the stream gateway's path for an address that the manifest names; for a template (an address with gaps),
   * the path of its folder. `part` is the part of the film that a segment holds, or a file's whole duration. Under a
   * free trial each slice (byte range) of a file gets a path of its own.
   */
  childPath(address: string, role: ManifestRole, part?: MediaPart, slice?: ByteSlice): string;
}

const childLimit = 40_000;

export type ManifestReferences = ReturnType<typeof createReferences>;

/** Gives every address in a DASH manifest a path of the stream gateway, and limits how many of them there may be. */
export function createReferences(context: ManifestContext) {
  let children = 0;

  /**
   * Seals (encrypts) an address that a DASH manifest names into a path of the stream gateway. @throws
   * PlaylistRefusedError for an address that may not be followed, and when the manifest names too many addresses
   */
  function child(
    reference: string,
    base: string,
    role: ManifestRole,
    part?: MediaPart,
    slice?: ByteSlice,
  ): string {
    children += 1;
    if (children > childLimit) throw new PlaylistRefusedError('the manifest names too much');
    const address = resolveAddress(reference, base);
    if (address === undefined) throw new PlaylistRefusedError('a reference may not be followed');
    if (role === 'template' && address.startsWith('http') && new URL(address).host.includes('$')) {
      throw new PlaylistRefusedError('a template may not name its host');
    }
    return context.childPath(address, role, part, slice);
  }

  return {
    child,
    countLeft: () => childLimit - children,
  };
}

/**
 * Resolves the base address (`BaseURL`) for the content of a DASH manifest's element. When there are several, the first
 * is used; the others are mirrors.
 */
export function resolveBase(element: XmlElement, base: string): string {
  const reference = element.children.find(({ name }) => name === 'BaseURL')?.text;
  if (reference === undefined) return base;
  // In a DASH manifest `$` marks a gap in templates only, so it is encoded in base addresses.
  const address = resolveAddress(reference.replaceAll('$', '%24'), base);
  if (address === undefined) throw new PlaylistRefusedError('a reference may not be followed');
  return address;
}
