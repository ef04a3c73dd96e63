import { FakeRefusal } from './fake-server-caller.ts';

/** The state of what an editor shows, with the name by which a save says what it was made of. */
export function withFakeRevision<T extends object>(state: T): T & { revision: string } {
  let sum = 0;
  for (const character of JSON.stringify(state)) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 2 ** 32;
  return { ...state, revision: sum.toString(36) };
}

/** Refuses a save that was made of another state than the one that is there. */
export function refuseOvertaken(sent: string | undefined, current: { revision: string }): void {
  if (sent !== undefined && sent !== current.revision) throw new FakeRefusal('resource.conflict');
}
