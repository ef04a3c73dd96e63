import { maxAddressLength, presentQuery, steadyAddress, streamPath } from '../stream/stream-address.ts';
import type { SealedStream, StreamSealer } from '../stream/token.ts';

/** The sealed (encrypted) texts of the addresses that a playlist names, and their total number of characters. */
export interface SealedChildren {
  texts: Map<string, string>;
  length: number;
}

/** Returns the text kept under a key, or makes it and keeps it. */
export type KeepText = (key: string, make: () => string) => string;

/**
 * Collects the sealed texts of one refresh of a playlist. A text of the refresh before is used again; texts that the
 * playlist no longer needs are not taken over.
 */
export function continueChildren(earlier: SealedChildren | undefined): {
  kept: SealedChildren;
  keep: KeepText;
} {
  const kept: SealedChildren = { texts: new Map(), length: 0 };
  return {
    kept,
    keep(key, make) {
      const known = kept.texts.get(key);
      if (known !== undefined) return known;
      const text = earlier?.texts.get(key) ?? make();
      kept.texts.set(key, text);
      kept.length += key.length + text.length;
      return text;
    },
  };
}

/**
 * Seals a segment into a URL whose path stays the same at every refresh of its playlist. What changes at a refresh is
 * sealed into the query: a provider's new token, or the server to which a redirect of the playlist led.
 *
 * @param reference - the address of the segment as the playlist writes it
 * @param base - the address of the playlist before redirects
 */
export function sealSegment(
  { sealer, keep }: { sealer: StreamSealer; keep: KeepText },
  segment: SealedStream,
  { reference, base }: { reference: string; base: string },
): string {
  const present = segment.address;
  const steady = steadyAddress(reference, base, present);
  // Two long addresses would not fit into the limit of a request's headers together.
  if (steady === present || steady.length + present.length > maxAddressLength) {
    return streamPath(sealer.seal(segment), segment);
  }
  const named = { ...segment, address: steady };
  const token = keep(`steady ${steady}`, () => sealer.seal(named));
  return streamPath(token, named) + presentQuery(sealer.sealAddress(present, token));
}
