import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Adds the certificates of providers' servers that administrators allow although no authority vouches for them: one for each
 * provider and origin (`https://tv.example:8443`), with its SHA-256 fingerprint and what it said when it was allowed.
 */
export const providerCertificatesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table provider_certificate (
        provider_id text not null,
        origin text not null,
        fingerprint text not null,
        subject text not null,
        issuer text not null,
        valid_from timestamptz not null,
        valid_to timestamptz not null,
        allowed_at timestamptz not null default now(),
        constraint provider_certificate_pkey primary key (provider_id, origin),
        constraint provider_certificate_provider_id_fkey
          foreign key (provider_id) references provider (id) on delete cascade
      )`.execute(db);
  },
};
