// The stream token in the address of every stream is `version ‖ mark ‖ iv ‖ tag ‖ AES-256-GCM(stream)` in base64url. Version
// and mark are its first four characters. The mark is an HMAC of the item, so that a load balancer can send all requests for
// an item to one of several servers, which then shares one connection among all viewers. The iv is
// not random but an HMAC of the plaintext under a separate key, so the same segment of the same play session always has
// the same token; otherwise players would lose their position at every refresh of a live playlist ("media sequence
// mismatch"). Two different plaintexts share an iv only if 96 bits of HMAC-SHA-256 collide. The tag also covers the
// version, so a token with a changed version is rejected.
//
// Many providers change the query of a segment at every refresh of a live playlist. The token of a segment therefore
// seals the part of its address that stays, and the present address is sealed separately, for the query of the URL,
// which players leave out when they compare segments. Its iv and tag cover the token too, so it opens with this token
// only. It has keys of its own: with those of tokens, an iv could occur twice with different covered data.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import type { ItemKey, StreamKind } from '@butaca/contract';
import type { StreamGrant } from '../../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import type { ByteSlice, MediaPart } from './stream.ts';

/**
 * What the address in a stream token stands for. `source`: the stream that was issued · all others: something that its
 * playlist names. A `file` holds a whole track, requested by ranges; a `template` is an address with gaps, which the
 * path of the request fills in.
 */
export type StreamRole = 'source' | 'playlist' | 'bytes' | 'key' | 'file' | 'template';

/** The content of a stream token, the encrypted part of a stream's address. */
export interface SealedStream extends StreamSource {
  role: StreamRole;
  grant: StreamGrant;
  /**
   * Expiry in seconds since 1970, the same for a whole play session: the tokens of playlists and segments carry the
   * expiry of the stream that they belong to.
   */
  expiresAtSeconds: number;
  /** The part of the film that a segment holds, for segments that are charged to a free trial. */
  part?: MediaPart | null;
  /** The only bytes of the file that the stream token delivers, even when a request asks for others. */
  slice?: ByteSlice | null;
}

/**
 * Seals (encrypts) streams into tokens for their addresses, which only the stream gateway can read or create, and which
 * cannot be changed.
 */
export interface StreamSealer {
  /** Seals (encrypts) a stream into a token; the same stream always gives the same token. */
  seal(stream: SealedStream): string;
  /**
   * Opens (decrypts) a stream token. @returns `undefined` for any text that is not exactly what `seal` made with the
   * same key
   */
  open(token: string): SealedStream | undefined;
  /**
   * Seals (encrypts) the present address of the segment that a token stands for; the same address and token always give
   * the same text.
   */
  sealAddress(address: string, token: string): string;
  /**
   * Opens (decrypts) a present address. @returns `undefined` for any text that is not exactly what `sealAddress` made
   * for this token with the same key
   */
  openAddress(sealed: string, token: string): string | undefined;
}

/**
 * The version of stream tokens. Increase it when the key derivation or the plaintext format changes, which invalidates
 * older tokens.
 */
const keyVersion = 6;
const versionByte = Buffer.of(keyVersion);
const markLength = 2;
const ivLength = 12;
const tagLength = 16;
const ivStart = 1 + markLength;
const tagStart = ivStart + ivLength;
const headerLength = tagStart + tagLength;

type Plaintext = [
  role: StreamRole,
  kind: StreamKind,
  expiresAtSeconds: number,
  address: string,
  userAgent: string | null,
  referrer: string | null,
  accountId: string,
  deviceId: string,
  sessionKey: string,
  itemKey: ItemKey,
  isTrial: boolean,
  issuedAtSeconds: number,
  durationSeconds: number | null,
  fromSeconds: number | null,
  toSeconds: number | null,
  fromByte: number | null,
  toByte: number | null,
  playableKey: ItemKey | null,
  network: string | null,
  // Only of streams that have one of them.
  origin?: string | null,
  cookieText?: string | null,
  cookieSite?: string | null,
  isCast?: boolean,
  listedAddress?: string | null,
];

const noMark = Buffer.alloc(markLength);

/** @param sealingKey - 32 random bytes */
export function createStreamSealer(sealingKey: Uint8Array): StreamSealer {
  if (sealingKey.length !== 32) throw new Error('the sealing key must have 32 bytes');
  const tokens = createCipher(sealingKey, '');
  const addresses = createCipher(sealingKey, 'address ');
  const markKey = deriveKey(sealingKey, 'mark');
  const markOf = (itemKey: ItemKey): Buffer =>
    createHmac('sha256', markKey).update(itemKey).digest().subarray(0, markLength);

  return {
    seal: (stream) => tokens.encrypt(JSON.stringify(toPlaintext(stream)), '', markOf(stream.grant.itemKey)),
    open(token) {
      const plaintext = tokens.decrypt(token, '');
      return plaintext === undefined ? undefined : fromPlaintext(JSON.parse(plaintext) as Plaintext);
    },
    sealAddress: (address, token) => addresses.encrypt(address, token),
    openAddress: (sealed, token) => addresses.decrypt(sealed, token),
  };
}

/**
 * Creates the encryption of one kind of text, with keys of its own: the same plaintext and the same `bound` text, which
 * is authenticated without being part of the result, always give the same result.
 */
function createCipher(sealingKey: Uint8Array, kind: string) {
  const encryptionKey = deriveKey(sealingKey, `${kind}encryption`);
  const ivKey = deriveKey(sealingKey, `${kind}iv`);
  const covered = (mark: Uint8Array, bound: string) => Buffer.concat([versionByte, mark, Buffer.from(bound)]);

  return {
    encrypt(text: string, bound: string, mark: Uint8Array = noMark): string {
      const plaintext = Buffer.from(text);
      // A token has no character NUL, so no other pair of bound text and plaintext gives the same bytes.
      const named = bound === '' ? plaintext : Buffer.concat([Buffer.from(`${bound}\0`), plaintext]);
      const iv = createHmac('sha256', ivKey).update(named).digest().subarray(0, ivLength);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv).setAAD(covered(mark, bound));
      const ciphertext = cipher.update(plaintext);
      cipher.final();
      return Buffer.concat([versionByte, mark, iv, cipher.getAuthTag(), ciphertext]).toString('base64url');
    },
    decrypt(sealed: string, bound: string): string | undefined {
      const bytes = Buffer.from(sealed, 'base64url');
      // Base64url decoding is lenient, so a sealed text must be the canonical spelling of its bytes.
      if (bytes.length <= headerLength || bytes[0] !== keyVersion || bytes.toString('base64url') !== sealed) {
        return undefined;
      }
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(ivStart, tagStart), {
        authTagLength: tagLength,
      })
        .setAAD(covered(bytes.subarray(1, ivStart), bound))
        .setAuthTag(bytes.subarray(tagStart, headerLength));
      const plaintext = decipher.update(bytes.subarray(headerLength));
      try {
        decipher.final();
      } catch {
        return undefined;
      }
      return plaintext.toString();
    },
  };
}

function deriveKey(sealingKey: Uint8Array, purpose: string): KeyObject {
  const info = `butaca stream token ${keyVersion} ${purpose}`;
  return createSecretKey(Buffer.from(hkdfSync('sha256', sealingKey, '', info, 32)));
}

function toPlaintext(stream: SealedStream): Plaintext {
  const { role, streamKind, expiresAtSeconds, address, userAgent, referrer, grant, part, slice } = stream;
  const { durationSeconds = null } = stream;
  const { accountId, deviceId, sessionKey, itemKey, playableKey = null, isTrial, issuedAtSeconds } = grant;
  return [
    role,
    streamKind,
    expiresAtSeconds,
    address,
    userAgent,
    referrer,
    accountId,
    deviceId,
    sessionKey,
    itemKey,
    isTrial,
    issuedAtSeconds,
    durationSeconds,
    part?.fromSeconds ?? null,
    part?.toSeconds ?? null,
    slice?.fromByte ?? null,
    slice?.toByte ?? null,
    playableKey,
    grant.network ?? null,
    ...readRare(stream),
  ];
}

type Rare = [origin: string | null, cookieText: string | null, cookieSite: string | null, isCast: boolean];
type RareOfOne = [...Rare, listedAddress: string];

/** The values that only few streams have; tokens of all others are shorter without them. */
function readRare({ origin, cookies, grant, listedAddress = null }: SealedStream): [] | Rare | RareOfOne {
  const given: Rare = [origin ?? null, cookies?.text ?? null, cookies?.site ?? null, grant.isCast === true];
  if (listedAddress !== null) return [...given, listedAddress];
  return given.every((value) => value === null || value === false) ? [] : given;
}

function fromPlaintext(plaintext: Plaintext): SealedStream {
  const [role, streamKind, expiresAtSeconds, address, userAgent, referrer, ...rest] = plaintext;
  const [accountId, deviceId, sessionKey, itemKey, isTrial, issuedAtSeconds, ...media] = rest;
  const [durationSeconds, fromSeconds, toSeconds, fromByte, toByte, playableKey, network, ...rare] = media;
  const [origin = null, cookieText = null, cookieSite = null, isCast = false, listedAddress = null] = rare;
  const cookies = cookieText === null || cookieSite === null ? null : { text: cookieText, site: cookieSite };
  return {
    role,
    streamKind,
    expiresAtSeconds,
    address,
    userAgent,
    referrer,
    grant: {
      accountId,
      deviceId,
      sessionKey,
      itemKey,
      playableKey,
      isTrial,
      network,
      issuedAtSeconds,
      ...(isCast && { isCast }),
    },
    ...((origin !== null || cookies !== null) && { origin, cookies }),
    ...(listedAddress !== null && { listedAddress }),
    durationSeconds,
    part: fromSeconds === null || toSeconds === null ? null : { fromSeconds, toSeconds },
    slice: fromByte === null || toByte === null ? null : { fromByte, toByte },
  };
}
