import type { EndpointByRoute, EndpointCall } from '@butaca/contract';
import { readItem, writeItem } from '../../platform/session/session-storage.ts';

export type SaveBody = EndpointCall<EndpointByRoute<'PUT /api/videos/:id/progress'>>['body'];

/** A playback position that the server has not acknowledged yet. */
export interface PendingSave {
  videoId: string;
  body: SaveBody & { at: string };
}

/** The playback positions of one account that wait in localStorage to be sent to the server, oldest first. */
export interface PendingSaves {
  list(): PendingSave[];
  /** Adds an unsent playback position and removes an older one of the same film or chapter. */
  add(save: PendingSave): void;
  /** Removes exactly this unsent playback position; a newer one of the same film or chapter stays. */
  remove(save: PendingSave): void;
}

/**
 * How many unsent playback positions are stored at most, one per film or chapter: more than anybody watches offline.
 */
const maxPendingSaves = 200;

const isSameItem = (a: PendingSave, b: PendingSave): boolean =>
  a.videoId === b.videoId &&
  (a.body.lastSeason ?? null) === (b.body.lastSeason ?? null) &&
  (a.body.lastChapter ?? null) === (b.body.lastChapter ?? null);

/**
 * Opens the stored playback positions of an account that wait to be sent. localStorage is read on every access, because
 * other tabs write to it too; if localStorage fails, the positions are kept in memory until the page closes.
 */
export function openPendingSaves(username: string): PendingSaves {
  const key = `progress:${username.toLowerCase()}`;
  let unstored: PendingSave[] | undefined;

  function list(): PendingSave[] {
    return unstored ?? readSaves(readItem(key));
  }
  function write(saves: readonly PendingSave[]): void {
    const kept = saves.toSorted((a, b) => a.body.at.localeCompare(b.body.at)).slice(-maxPendingSaves);
    const text = JSON.stringify(kept);
    writeItem(key, text);
    unstored = readItem(key) === text ? undefined : kept;
  }
  return {
    list,
    add: (save) => write([...list().filter((each) => !isSameItem(each, save)), save]),
    remove: (save) =>
      write(list().filter((each) => !(isSameItem(each, save) && each.body.at === save.body.at))),
  };
}

/**
 * Parses the unsent playback positions from localStorage, whose content may be anything, so invalid entries are
 * skipped.
 */
function readSaves(text: string | undefined): PendingSave[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSave) : [];
  } catch {
    return [];
  }
}

function isSave(value: unknown): value is PendingSave {
  const { videoId, body } = (value ?? {}) as { videoId?: unknown; body?: Partial<PendingSave['body']> };
  return (
    typeof videoId === 'string' &&
    typeof body?.lastTime === 'number' &&
    typeof body.at === 'string' &&
    !Number.isNaN(Date.parse(body.at))
  );
}
