import { FakeRefusal } from './fake-server-caller.ts';

/**
 * Adds a revision to the state that an editor loads; a save sends the revision back to say which state it is based on.
 */
export function withFakeRevision<T extends object>(state: T): T & { revision: string } {
  let sum = 0;
  for (const character of JSON.stringify(state)) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 2 ** 32;
  return { ...state, revision: sum.toString(36) };
}

/** Refuses a save whose revision is not the current one. */
export function refuseOutdated(sent: string | undefined, current: { revision: string }): void {
  if (sent !== undefined && sent !== current.revision) throw new FakeRefusal('resource.conflict');
}
