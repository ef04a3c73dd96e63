/*
 * Values that must not be readable in the database's files are sealed with AES-256-GCM before they are stored. The
 * encryption key is derived from the installation's sealing key (HKDF-SHA-256), so that it is not the key of stream
 * tokens. A sealed value is `version ‖ iv ‖ tag ‖ ciphertext`, with a random iv. The tag also covers the version and a
 * text that says what the value belongs to, so that a sealed value that was copied to another row does not open.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const version = 1;
const ivLength = 12;
const tagLength = 16;
const headerLength = 1 + ivLength + tagLength;

const keyOf = (sealingKey: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', sealingKey, '', `butaca sealed value ${version}`, 32));
const coveredBy = (owner: string): Buffer => Buffer.concat([Buffer.of(version), Buffer.from(owner)]);

/**
 * Seals (encrypts) a value for storing it in the database.
 *
 * @param sealingKey - 32 random bytes
 * @param owner - what the value belongs to, such as `second factor of <account id>`; it opens with this text only
 */
export function sealValue(sealingKey: Uint8Array, owner: string, value: Uint8Array): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', keyOf(sealingKey), iv).setAAD(coveredBy(owner));
  const ciphertext = Buffer.concat([cipher.update(value), cipher.final()]);
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), ciphertext]);
}

/**
 * Opens (decrypts) a sealed value. @returns `undefined` for anything that `sealValue` did not make with the same key
 * for the same owner
 */
export function openValue(sealingKey: Uint8Array, owner: string, sealed: Uint8Array): Buffer | undefined {
  if (sealed.length < headerLength || sealed[0] !== version) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(sealingKey), sealed.subarray(1, 1 + ivLength), {
    authTagLength: tagLength,
  })
    .setAAD(coveredBy(owner))
    .setAuthTag(sealed.subarray(1 + ivLength, headerLength));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headerLength)), decipher.final()]);
  } catch {
    return undefined;
  }
}
