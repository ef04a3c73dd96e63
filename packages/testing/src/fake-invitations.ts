import { invitationDays, type Invitation } from '@butaca/contract';
import type { FakeInvitation, FakeMemory } from './fake-server-memory.ts';

/** The unused invitation of a user of the fake server. */
export const findFakeInvitation = (memory: FakeMemory, username: string): FakeInvitation | undefined =>
  memory.invitations.find((each) => each.username === username && each.state === 'open');

/** Revokes the unused invitation of a user of the fake server. @returns whether there was one */
export function revokeFakeInvitation(memory: FakeMemory, username: string): boolean {
  const open = findFakeInvitation(memory, username);
  if (open !== undefined) open.state = 'revoked';
  return open !== undefined;
}

/** Makes an invitation for a user of the fake server; an earlier one ends. */
export function invite(memory: FakeMemory, username: string): Invitation {
  revokeFakeInvitation(memory, username);
  const token = `invitacion-${username}-${memory.invitations.length + 1}`;
  const expiresAt = new Date(Date.now() + invitationDays * 24 * 3_600_000).toISOString();
  memory.invitations.push({ token, username, expiresAt, state: 'open' });
  return { token, expiresAt, ...memory.linkBases };
}
