import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';

/**
 * Creates the function that finds the certificates that administrators allow at an origin although no authority vouches for
 * them: their SHA-256 fingerprints, none for most origins. All of them are read once for each catalogue version, which every
 * change of them increments, so all servers learn of a change at once.
 */
export function createFindCertificates(
  db: Kysely<Database>,
  currentVersion: () => number,
): (origin: string) => Promise<readonly string[]> {
  let known: { version: number; byOrigin: Promise<ReadonlyMap<string, string[]>> } | undefined;

  return async (origin) => {
    const version = currentVersion();
    if (known?.version !== version) {
      const next = { version, byOrigin: readCertificates(db) };
      known = next;
      // A failure is not kept.
      next.byOrigin.catch(() => {
        if (known === next) known = undefined;
      });
    }
    return (await known.byOrigin).get(origin) ?? [];
  };
}

async function readCertificates(db: Kysely<Database>): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db
    .selectFrom('provider_certificate')
    .innerJoin('provider', 'provider.id', 'provider_certificate.provider_id')
    .select(['provider_certificate.origin', 'provider_certificate.fingerprint'])
    .where('provider.removed_at', 'is', null)
    .orderBy('provider_certificate.fingerprint')
    .execute();
  const byOrigin = new Map<string, string[]>();
  for (const { origin, fingerprint } of rows) {
    byOrigin.set(origin, [...(byOrigin.get(origin) ?? []), fingerprint]);
  }
  return byOrigin;
}
