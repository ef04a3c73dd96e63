import { factSources, type FactSourceKey } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { createTmdb, createTvmaze, type FactSource, type FetchSource } from '@butaca/facts';
import type { Kysely, Selectable } from 'kysely';
import { readInstanceSecret, sealingKeyName } from '../../../platform/instance-secret.ts';
import { openFactKey } from '../../../shared/facts/seal-fact-key.ts';

export type FactSourceRow = Selectable<Database['fact_source']>;

/** Where the sources are, instead of the real ones; for tests. */
export type FactSourceUrls = Partial<Record<FactSourceKey, string>>;

/** What is known of a source besides its row. */
export interface SourceDescription {
  name: string;
  needsKey: boolean;
  /** What is sent to it and under which licence its facts are. */
  about: string;
}

export const sourceDescriptions: Readonly<Record<FactSourceKey, SourceDescription>> = {
  tmdb: {
    name: 'TMDB',
    needsKey: true,
    about:
      'Películas y series, con una clave gratuita. Recibe los títulos y sus años. Este producto usa la API de TMDB, pero TMDB no lo avala ni lo certifica.',
  },
  tvmaze: {
    name: 'TVmaze',
    needsKey: false,
    about: 'Solo series, sin clave. Recibe los títulos. Sus datos tienen la licencia CC BY-SA.',
  },
};

/** Lists the sources in their order. */
export async function listSourceRows(db: Kysely<Database>): Promise<FactSourceRow[]> {
  const rows = await db.selectFrom('fact_source').selectAll().execute();
  return factSources.flatMap((key) => rows.find(({ name }) => name === key) ?? []);
}

export type KeyOrigin = 'environment' | 'panel' | null;

/** Says from where the key of a source is. The panel's stands before that of the environment. */
export const keyOriginOf = (row: FactSourceRow, environmentKey: string | undefined): KeyOrigin => {
  if (row.name !== 'tmdb') return null;
  if (row.sealed_key !== null) return 'panel';
  return environmentKey === undefined ? null : 'environment';
};

/** Finds the key of TMDB; `undefined` where there is none, or it cannot be opened. */
export async function findTmdbKey(
  db: Kysely<Database>,
  row: FactSourceRow,
  environmentKey: string | undefined,
): Promise<string | undefined> {
  if (row.sealed_key === null) return environmentKey;
  return openFactKey(await readInstanceSecret(db, sealingKeyName), row.name, row.sealed_key);
}

/** Opens a source. @param key - its key, where it needs one */
export function openSource(
  name: FactSourceKey,
  { fetchSource, key, urls }: { fetchSource: FetchSource; key: string | undefined; urls: FactSourceUrls },
): FactSource | undefined {
  if (name === 'tvmaze') return createTvmaze({ fetchSource, baseUrl: urls.tvmaze });
  return key === undefined ? undefined : createTmdb({ fetchSource, key, baseUrl: urls.tmdb });
}

/** The pace of a source, which is known before it is opened. */
export const paceOf = (name: FactSourceKey): FactSource['pace'] => {
  const nothing: FetchSource = () => Promise.resolve('absent');
  const source =
    name === 'tvmaze'
      ? createTvmaze({ fetchSource: nothing })
      : createTmdb({ fetchSource: nothing, key: '' });
  return source.pace;
};
