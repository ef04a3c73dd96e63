import type { Favourites } from '../../../shared/favourites/favourites.queries.ts';
import {
  lastSeenListKey,
  readItem,
  restoreSession,
  writeItem,
} from '../../../platform/session/session-storage.ts';
import { sessionToken } from '../../../platform/session/session-store.ts';
import { now } from '../../../platform/base/clock.ts';

/** «Mi lista» as this browser showed it last, for a visit without a connection. */
export interface LastSeenList {
  /** Whose list it is. */
  username: string;
  list: Favourites;
  /** When the list was received, as an ISO 8601 date. */
  seenAt: string;
}

/** A longer list is kept without its end: localStorage has room for about two thousand cards. */
const mostKept = 200;

/**
 * Keeps «Mi lista» in this browser; it is removed with the session. Nothing is kept of a session that another tab has
 * ended.
 */
export function keepLastSeen({ videos, channels }: Favourites): void {
  const session = restoreSession();
  if (session === undefined || session.token !== sessionToken()) return;
  const kept: LastSeenList = {
    username: session.user.username,
    list: { videos: videos.slice(0, mostKept), channels: channels.slice(0, mostKept) },
    seenAt: now().toISOString(),
  };
  writeItem(lastSeenListKey, JSON.stringify(kept));
}

/** Reads the kept list; `undefined` if there is none of the signed-in person, or if it is not a list of this product. */
export function readLastSeen(): LastSeenList | undefined {
  try {
    const kept = JSON.parse(readItem(lastSeenListKey) ?? 'null') as Partial<LastSeenList> | null;
    const { videos, channels } = kept?.list ?? {};
    const isList = isListOf(videos, ['id', 'title']) && isListOf(channels, ['_id', 'name', 'section']);
    const isOwn = kept?.username === restoreSession()?.user.username;
    return isList && isOwn && typeof kept?.seenAt === 'string' ? (kept as LastSeenList) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether these are objects that have texts under the given names. */
const isListOf = (items: unknown, names: readonly string[]): boolean =>
  Array.isArray(items) &&
  items.every((item) => names.every((name) => typeof (item as Record<string, unknown>)[name] === 'string'));
