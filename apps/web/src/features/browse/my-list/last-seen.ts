import type { Favourites } from '../../../shared/favourites/favourites.queries.ts';
import { lastSeenListKey, readItem, writeItem } from '../../../platform/session/session-storage.ts';

/** «Mi lista» as this browser showed it last, for a visit without a connection. */
export interface LastSeenList {
  list: Favourites;
  /** When the list was received, as an ISO 8601 date. */
  seenAt: string;
}

/** A longer list is kept without its end: localStorage has room for about two thousand cards. */
const mostKept = 200;

/** Keeps «Mi lista» in this browser; it is removed with the session. */
export function keepLastSeen({ videos, channels }: Favourites): void {
  const kept: LastSeenList = {
    list: { videos: videos.slice(0, mostKept), channels: channels.slice(0, mostKept) },
    seenAt: new Date().toISOString(),
  };
  writeItem(lastSeenListKey, JSON.stringify(kept));
}

/** Reads the kept list; `undefined` if there is none, or if it is not a list of this product. */
export function readLastSeen(): LastSeenList | undefined {
  try {
    const kept = JSON.parse(readItem(lastSeenListKey) ?? 'null') as Partial<LastSeenList> | null;
    const isList = Array.isArray(kept?.list?.videos) && Array.isArray(kept.list.channels);
    return isList && typeof kept?.seenAt === 'string' ? (kept as LastSeenList) : undefined;
  } catch {
    return undefined;
  }
}
