import { Secret, TOTP } from 'otpauth';

/** The length of a new secret in bytes, that of the HMAC's hash. @see RFC 4226, section 4, R6 */
const secretBytes = 20;
const periodSeconds = 30;
/** How many time steps a code may be early or late, because the clock of the person's phone differs from the server's. */
const toleratedSteps = 1;
const issuer = 'Butaca';

const createTotp = (secret: Secret, label: string) =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period: periodSeconds });

/** Makes the secret that a person's authenticator app and the server share. */
export const newSecret = (): Uint8Array => new Secret({ size: secretBytes }).bytes;

/**
 * Describes a secret for an authenticator app: in base32 for typing, and as an `otpauth://` address for a QR code.
 *
 * @see https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
export function describeSecret(secret: Uint8Array, username: string): { secret: string; address: string } {
  const totp = createTotp(new Secret({ buffer: copyOf(secret) }), username);
  return { secret: totp.secret.base32, address: totp.toString() };
}

/**
 * Finds the time step (30 s) of a code of the authenticator app.
 *
 * @param code - six digits
 * @returns the step's number since 1970; `undefined` when the code belongs to no step around `now`
 * @see RFC 6238
 */
export function findStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  const totp = createTotp(new Secret({ buffer: copyOf(secret) }), '');
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: toleratedSteps });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

/** A `Buffer` may share its memory with others, so the bytes are copied into an array buffer of their own. */
const copyOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
