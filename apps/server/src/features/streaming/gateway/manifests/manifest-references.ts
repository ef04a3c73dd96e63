import { PlaylistRefusedError } from '../playlists/playlist.ts';
import type { ChildRole } from '../playlists/playlist-tags.ts';
import { resolveAddress } from '../stream/stream-address.ts';
import type { ByteSlice, MediaPart } from '../stream/stream.ts';
import type { XmlElement } from './manifest-xml.ts';

/** What an address in a manifest stands for; a template is an address with gaps, a file is a whole track. */
export type ManifestRole = Exclude<ChildRole, 'key'>;

export interface ManifestContext {
  /** The final address of the manifest, after redirects. */
  address: string;
  /** Segments are to be paid one by one. */
  isTrial: boolean;
  now: Date;
  /**
   * The gateway's path of a child; of a segment with the part of the media that it holds, of a file with its whole length. A
   * template's path is that of its folder. Under a trial a slice of a file is a child of its own.
   */
  childPath(address: string, role: ManifestRole, part?: MediaPart, slice?: ByteSlice): string;
}

const childLimit = 40_000;

export type ManifestReferences = ReturnType<typeof createReferences>;

/** Gives every reference of a manifest a path of the gateway, and counts them. */
export function createReferences(context: ManifestContext) {
  let children = 0;

  /** @throws PlaylistRefusedError for a reference that may not be followed, and beyond the limit */
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
    /** How many more the manifest may name. */
    countLeft: () => childLimit - children,
  };
}

/** The base address for what is inside an element. Of several the first is used, the others are mirrors. */
export function resolveBase(element: XmlElement, base: string): string {
  const reference = element.children.find(({ name }) => name === 'BaseURL')?.text;
  if (reference === undefined) return base;
  // `$` stands for a gap only in templates.
  const address = resolveAddress(reference.replaceAll('$', '%24'), base);
  if (address === undefined) throw new PlaylistRefusedError('a reference may not be followed');
  return address;
}
