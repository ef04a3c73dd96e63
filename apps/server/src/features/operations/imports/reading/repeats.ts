import type { StagedEntry } from './staged-entry.ts';

/**
 * Creates the function that tells whether a film or chapter of an imported M3U list may repeat an earlier entry of the
 * list: its address, its provider key, or its title. `false` is certain. `true` is not: then SQL compares the entries.
 *
 * What the list contained is remembered in a Bloom filter, whose size depends on the size of the list only: the texts of
 * a million entries would be too large for the server's memory. With eight bits for each text, and room for thirty to sixty,
 * hardly one of a million new entries is taken for a possible repetition. One is enough to make a list wait for another pass
 * over the tables of the catalogue.
 *
 * @param listBytes - the size of the M3U list, from which its number of entries is estimated
 */
export function createRepeatFinder(listBytes: number): (entry: StagedEntry) => boolean {
  const bits = 2 ** Math.min(30, Math.max(16, Math.ceil(Math.log2(listBytes / 2))));
  const words = new Uint32Array(bits / 32);

  /** Looks a text up in the filter, and adds it if `isAdded`. @returns whether it may have been added before */
  function look(text: string, isAdded: boolean): boolean {
    let first = 0x811c9dc5;
    let second = 0x9e3779b9;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      first = Math.imul(first ^ code, 0x01000193);
      second = Math.imul(second ^ code, 0x85ebca6b);
      second ^= second >>> 13;
    }
    const step = second | 1;
    let isKnown = true;
    for (let probe = 0, at = first ^ (first >>> 15); probe < 8; probe += 1, at += step) {
      const bit = (at >>> 0) & (bits - 1);
      const word = words[bit >>> 5] ?? 0;
      const mask = 1 << (bit & 31);
      if ((word & mask) === 0) {
        isKnown = false;
        if (isAdded) words[bit >>> 5] = word | mask;
      }
    }
    return isKnown;
  }

  const add = (text: string): boolean => look(text, true);

  /**
   * Chapters of one number and of series of one name are the same where their years are equal or one has none. Without a
   * year, a chapter is compared with all others.
   */
  function addChapter(number: string, year: number | null): boolean {
    const isNumberKnown = add(number);
    if (year === null) {
      add(`${number} -`);
      return isNumberKnown;
    }
    const isYearKnown = add(`${number} ${year}`);
    return isYearKnown || look(`${number} -`, false);
  }

  return ({ kind, address_hash: hash, provider_key: providerKey, tipo, key, year, season, chapter }) => {
    if (kind !== 'film' && kind !== 'chapter') return false;
    const isAddressKnown = add(hash?.slice(0, 16) ?? '');
    const isProviderKeyKnown = providerKey !== null && add(providerKey);
    if (key === null) return isAddressKnown || isProviderKeyKnown;
    const isTitleKnown =
      kind === 'film'
        ? add(`${tipo} ${year} ${key}`)
        : addChapter(`${tipo} ${season}x${chapter} ${key}`, year);
    return isAddressKnown || isProviderKeyKnown || isTitleKnown;
  };
}
