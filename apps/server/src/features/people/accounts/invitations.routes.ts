import { acceptInvitation, createInvitation, readInvitation, revokeInvitation } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { addressGroup } from '../../../platform/http/address-group.ts';
import { AppError, isAppError } from '../../../platform/http/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { GuessGuards } from '../../../shared/guess-guard.ts';
import { admitInvitation, createInvitationAcceptance } from './accept-invitation.ts';
import type { AccountAdministration } from './administer-accounts.ts';
import { confirmForAdmins, requirePassword, type OwnPasswordCheck } from './confirm-own-password.ts';
import type { LinkBasesOf } from '../../../platform/choose-link-bases.ts';
import type { AccountSession, DeviceSessions } from './device-sessions.ts';
import { hashInvitationToken, makeInvitation, toInvitation } from './invitation-token.ts';
import type { InvitationsRepository } from './invitations.repository.ts';
import type { LoginAttempts } from './login-attempts.ts';
import { isWellKnownPassword, type PasswordHasher } from './password.ts';

interface InvitationNeeds {
  db: Kysely<Database>;
  clock: Clock;
  sessions: Pick<DeviceSessions, 'endWithin'>;
  invitations: InvitationsRepository;
  administration: AccountAdministration;
  hasher: PasswordHasher;
  checkOwnPassword: OwnPasswordCheck;
  attempts: LoginAttempts;
  guessGuards: GuessGuards;
  linkBases: LinkBasesOf;
}

/** Serves the endpoints of invitations: administrators make and revoke them, the invited person uses them. */
export function serveInvitations(serve: ServeEndpoint<AccountSession>, needs: InvitationNeeds): void {
  const { clock, invitations, administration } = needs;
  const accept = createInvitationAcceptance(needs.db, invitations, needs.sessions);
  /** Slows guesses of tokens, by client address. */
  const guesses = needs.guessGuards('invitations');

  /** Runs what needs the token of an invitation; wrong tokens are counted for the client's address. */
  async function guarded<T>(ip: string, run: () => Promise<T>): Promise<T> {
    const address = addressGroup(ip);
    await needs.attempts.count(ip, 'invitation link');
    return guesses.run(address, run, isAppError('invitation.invalid'));
  }

  serve(createInvitation, async ({ params, body }, { session, ip, headers, log }) => {
    if (params.id === session.accountId) throw new AppError('account.own_password');
    // An invitation is a way into the account, as a new password is.
    await requirePassword(needs.checkOwnPassword, { ...session, ip }, body.currentPassword);
    const invitation = makeInvitation(clock.now());
    await administration.invite(params.id, invitation, session);
    log.info({ accountId: params.id, by: session.accountId }, 'invitation made');
    return toInvitation(invitation, needs.linkBases(headers));
  });

  serve(revokeInvitation, async ({ params, body }, { session, ip }) => {
    const caller = { ...session, ip };
    const verify = await confirmForAdmins(needs.checkOwnPassword, caller, body.currentPassword);
    await administration.revokeInvitation(params.id, session, verify);
    return { message: 'Invitación anulada.' };
  });

  serve(readInvitation, ({ body }, { ip }) =>
    guarded(ip, async () => {
      const found = await invitations.find(hashInvitationToken(body.token));
      const { username, expires_at } = admitInvitation(found, clock.now());
      return { username, expiresAt: expires_at.toISOString() };
    }),
  );

  serve(acceptInvitation, ({ body }, { ip, log }) =>
    guarded(ip, async () => {
      const now = clock.now();
      const found = await invitations.find(hashInvitationToken(body.token));
      // The invitation is judged before the password is hashed, because hashing is expensive.
      const { username } = admitInvitation(found, now);
      if (isWellKnownPassword(body.password, username)) throw new AppError('account.password_weak');
      const used = await accept(body.token, await needs.hasher.hash(body.password), now);
      log.info({ accountId: used.account_id }, 'invitation used');
      return { username };
    }),
  );
}
