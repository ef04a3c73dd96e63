import { hash } from 'node:crypto';
import type { PushKind } from '@butaca/contract';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { encryptNotice, noticeMaxBytes } from './encrypt-notice.ts';
import type { PushNotice } from './notice-kind.ts';
import type { TakenNotice } from './push.repository.ts';
import { authorizePush, type PushKey } from './vapid.ts';

/** Sends a body to an address that a browser has given. @throws AppError `upstream.…`, by the cause */
export type Post = (request: {
  address: string;
  headers: Record<string, string>;
  body: Uint8Array;
  withinMs: number;
  signal: AbortSignal;
}) => Promise<{ status: number; retryAfterSeconds: number | undefined }>;

/**
 * What came of sending a notice: the push service has it; the subscription is gone; it is to be tried again, not before
 * `afterSeconds` where the service says so; or it can never be sent.
 */
export type SendOutcome =
  | { is: 'sent' | 'gone' | 'refused' }
  | { is: 'retryable'; afterSeconds: number | undefined };

/** How long a push service may take, in ms. */
const sendMs = 10_000;
/** How long titles and names of channels may be in a notice, in characters: a browser shows less. */
const textMaxLength = 200;

const shorten = (text: string): string =>
  text.length > textMaxLength ? `${text.slice(0, textMaxLength - 1)}…` : text;

/**
 * Sends a notice to the push service of its subscription. The service keeps it until it is of no use any more, and one topic
 * has one message there: a notice that is sent twice, because a server ended before it had noted the first time, arrives once
 * where the browser was away, and replaces itself where it was not.
 *
 * @see RFC 8030 (TTL, Urgency, Topic, statuses), RFC 8291, RFC 8292
 */
export async function sendNotice(
  taken: TakenNotice,
  kind: PushKind,
  notice: PushNotice,
  needs: { key: PushKey; contact: string; post: Post; clock: Clock; signal: AbortSignal },
): Promise<SendOutcome> {
  const { key, contact, post, clock, signal } = needs;
  const now = clock.now();
  const said = { ...notice, title: shorten(notice.title), place: shorten(notice.place) };
  const text = Buffer.from(JSON.stringify({ kind, ...said }));
  if (text.length > noticeMaxBytes) return { is: 'refused' };
  const { origin: audience } = new URL(taken.endpoint);
  try {
    const { status, retryAfterSeconds } = await post({
      address: taken.endpoint,
      headers: {
        authorization: authorizePush(key, { audience, contact, now }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(Math.max(0, Math.floor((taken.expires_at.getTime() - now.getTime()) / 1_000))),
        urgency: 'high',
        topic: hash('sha256', `${kind} ${taken.subject}`, 'base64url').slice(0, 32),
      },
      body: encryptNotice(taken, text),
      withinMs: sendMs,
      signal,
    });
    if (status >= 200 && status < 300) return { is: 'sent' };
    if (status === 404 || status === 410) return { is: 'gone' };
    if (status === 408 || status === 429 || status >= 500)
      return { is: 'retryable', afterSeconds: retryAfterSeconds };
    return { is: 'refused' };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Also for a name with a private address: routers answer so for every name while they have no connection.
    return { is: 'retryable', afterSeconds: undefined };
  }
}
