import { FakeRefusal } from './fake-server-caller.ts';

/**
 * Adds a revision (a hash of the data) to a video or channel that an editor loads; the editor sends it back on saving,
 * so that a concurrent change is detected.
 */
export function withFakeRevision<T extends object>(state: T): T & { revision: string } {
  let sum = 0;
  for (const character of JSON.stringify(state)) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 2 ** 32;
  return { ...state, revision: sum.toString(36) };
}

/**
 * Refuses to save a video or channel with 409 when it has changed since the editor loaded it, which the outdated
 * revision shows.
 */
export function refuseOutdated(sent: string | undefined, current: { revision: string }): void {
  if (sent !== undefined && sent !== current.revision) throw new FakeRefusal('resource.conflict');
}
