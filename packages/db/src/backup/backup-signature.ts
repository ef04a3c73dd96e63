/*
 * A backup is signed by the installation that wrote it: HMAC-SHA256, with a secret that no backup holds, of a digest of the header
 * and of the end of every table, which has the checksum of its rows. An installation recognises its own backups and notices when
 * they were changed; those of another one cannot be verified by it, and are named as such.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { connectForMaintenance } from './maintenance-client.ts';

export interface BackupSignature {
  /** Names the installation, and tells nothing of its secret. */
  installation: string;
  /** HMAC-SHA256 in hexadecimal. */
  mac: string;
}

const secretName = 'backup';
const secretBytes = 32;

/** The secret with which this installation signs, made at first use. */
export async function readSigningKey(client: pg.Client): Promise<Buffer> {
  await client.query('insert into instance_secret (name, value) values ($1, $2) on conflict do nothing', [
    secretName,
    randomBytes(secretBytes),
  ]);
  const key = await findSigningKey(client);
  if (key === undefined) throw new Error('The secret that was just made is gone');
  return key;
}

async function findSigningKey(client: pg.Client): Promise<Buffer | undefined> {
  const { rows } = await client.query<{ value: Buffer }>(
    'select value from instance_secret where name = $1',
    [secretName],
  );
  return rows[0]?.value;
}

/** The public name of the installation whose database this is; `undefined` before its first backup. */
export async function findInstallation(connectionString: string): Promise<string | undefined> {
  const client = await connectForMaintenance(connectionString);
  try {
    const key = await findSigningKey(client);
    return key && installationOf(key);
  } finally {
    await client.end();
  }
}

/** The public name of the installation that holds this key: 16 hexadecimal digits. */
export const installationOf = (key: Uint8Array): string =>
  createHash('sha256').update('butaca installation\0').update(key).digest('hex').slice(0, 16);

export const signDigest = (key: Uint8Array, digest: Uint8Array): BackupSignature => ({
  installation: installationOf(key),
  mac: createHmac('sha256', key).update(digest).digest('hex'),
});

/**
 * Whose backup it is: `own` one, verified; one of `another` installation, or an unsigned one; or one that claims to be this
 * installation's and was `changed`.
 */
export function judgeSignature(
  key: Uint8Array,
  digest: Uint8Array,
  signature: BackupSignature | undefined,
): 'own' | 'another' | 'changed' {
  const expected = signDigest(key, digest);
  if (signature?.installation !== expected.installation) return 'another';
  const given = Buffer.from(signature.mac);
  const right = Buffer.from(expected.mac);
  return given.length === right.length && timingSafeEqual(given, right) ? 'own' : 'changed';
}
