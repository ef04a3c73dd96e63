import { createHash, randomBytes } from 'node:crypto';
import { invitationDays, type Invitation } from '@butaca/contract';
import type { LinkBases } from '../../../platform/choose-link-bases.ts';

/** A new invitation: the token, which is answered once, and what is stored of it. */
export interface NewInvitation {
  token: string;
  tokenHash: Buffer;
  expiresAt: Date;
}

export const hashInvitationToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Makes the token of an invitation, of 256 random bits, and the instant at which the invitation expires. */
export function makeInvitation(now: Date): NewInvitation {
  const token = randomBytes(32).toString('base64url');
  return {
    token,
    tokenHash: hashInvitationToken(token),
    expiresAt: new Date(now.getTime() + invitationDays * 24 * 3_600_000),
  };
}

/** Converts a new invitation into what the administrator who made it is answered. */
export const toInvitation = ({ token, expiresAt }: NewInvitation, bases: LinkBases): Invitation => ({
  token,
  expiresAt: expiresAt.toISOString(),
  ...bases,
});
