/*
 * Notices for browsers are encrypted so that the push service between, which the browser has chosen, reads nothing of them
 * (RFC 8291 on RFC 8188): a key pair made for one message and the browser's public key give a shared secret; with the
 * browser's `auth` secret and a random salt it becomes the key and nonce of AES-128-GCM. The body that is sent is
 * `salt ‖ record size ‖ length of the key ‖ public key of the message ‖ ciphertext ‖ tag`. A message is one record, which
 * ends with the byte 2.
 *
 * The npm package `web-push` does the same with 16 packages of others; Node has all of the arithmetic.
 */
import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';

const curve = 'prime256v1';
const recordSize = 4_096;
const tagLength = 16;
const lastRecord = Buffer.of(2);

/** The longest text that fits into a message, in bytes: every push service takes bodies of 4,096 bytes. @see RFC 8030 7.2 */
export const noticeMaxBytes = recordSize - (16 + 4 + 1 + 65) - lastRecord.length - tagLength;

/** The keys of a browser's subscription: an uncompressed point of P-256 (65 bytes), and 16 random bytes. */
export interface BrowserKeys {
  p256dh: Uint8Array;
  auth: Uint8Array;
}

/**
 * Encrypts a notice for one browser.
 *
 * @param fresh - the key pair and the salt of this message; by default new ones, as each message must have
 * @throws Error for keys that are no point of the curve, and for a notice that is too long
 */
export function encryptNotice(
  { p256dh, auth }: BrowserKeys,
  notice: Uint8Array,
  fresh: { pair: ECDH; salt: Uint8Array } = { pair: newPair(), salt: randomBytes(16) },
): Buffer {
  if (notice.length > noticeMaxBytes) throw new Error(`a notice of ${notice.length} bytes`);
  const { pair, salt } = fresh;
  const ownKey = pair.getPublicKey();
  const derive = (secret: Uint8Array, given: Uint8Array, info: string | Buffer, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, given, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, ownKey]);
  const secret = derive(pair.computeSecret(p256dh), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  return Buffer.concat([
    salt,
    size,
    Buffer.of(ownKey.length),
    ownKey,
    cipher.update(notice),
    cipher.update(lastRecord),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** Whether messages can be encrypted for these keys: 65 bytes need not be a point of the curve. */
export function isUsableKey(p256dh: Uint8Array): boolean {
  try {
    newPair().computeSecret(p256dh);
    return true;
  } catch {
    return false;
  }
}

function newPair(): ECDH {
  const pair = createECDH(curve);
  pair.generateKeys();
  return pair;
}
