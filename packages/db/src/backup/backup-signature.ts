/*
 * A database backup is signed by the installation that wrote it: HMAC-SHA256, with a secret that no backup contains, of
 * a digest of the header and of each table's checksum. An installation recognises its own backups and notices when they
 * were changed; it cannot verify the backups of another installation, and reports them as such.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { connectForMaintenance } from '../connection/maintenance-client.ts';

export interface BackupSignature {
  /** The public name of the signing installation: a hash of its signing secret, which does not reveal the secret. */
  installation: string;
  /**
   * The signature itself: the HMAC-SHA256, by the signing secret, of a digest of the backup's header and tables, in
   * hexadecimal.
   */
  mac: string;
}

const secretName = 'backup';
const secretBytes = 32;

/**
 * Reads the secret with which this installation signs its backups from the database; creates the secret at first use.
 */
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

/**
 * The public name of the installation to which the database belongs; `undefined` before its first backup, which creates
 * the signing secret.
 */
export async function findInstallation(connectionString: string): Promise<string | undefined> {
  const client = await connectForMaintenance(connectionString);
  try {
    const key = await findSigningKey(client);
    return key && installationOf(key);
  } finally {
    await client.end();
  }
}

/** The public name (16 hexadecimal digits) of the installation that signs its backups with the given secret. */
export const installationOf = (key: Uint8Array): string =>
  createHash('sha256').update('butaca installation\0').update(key).digest('hex').slice(0, 16);

export const signDigest = (key: Uint8Array, digest: Uint8Array): BackupSignature => ({
  installation: installationOf(key),
  mac: createHmac('sha256', key).update(digest).digest('hex'),
});

/**
 * Judges who wrote a backup: `own`, this installation, with a valid signature; `another` installation, or nobody known
 * because the backup is unsigned; `changed`, a backup that claims this installation but whose signature is wrong.
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
