import {
  decideTitleMatch,
  getFacts,
  listTitleMatches,
  restoreFacts as restoreFactsCall,
  undoTitleMatch,
  updateFacts,
  type AutomaticField,
  type Facts,
  type FactSourceKey,
  type TitleMatch,
} from '@butaca/contract';
import { bumpCatalogueVersion, recordAct, type Actor, type Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { holdInstanceSecret, sealingKeyName } from '../../../platform/instance-secret.ts';
import { sealFactKey } from '../../../shared/facts/seal-fact-key.ts';
import { restoreFacts } from '../../../shared/video/apply-facts.ts';
import type { FactColumn } from '../../../shared/video/fact-columns.ts';
import { findTmdbKey, listSourceRows } from './active-sources.ts';
import { decideMatch, undoMatch } from './decide-match.ts';
import type { FactJobs } from './fact-jobs.ts';
import { lookAgain, type FactsRepository } from './facts.repository.ts';
import { toFacts, toTitleMatch } from './facts.view.ts';

const columnOf: Readonly<Record<AutomaticField, FactColumn>> = {
  tmdbThumbnail: 'tmdb_thumbnail',
  backdrop: 'backdrop',
  description: 'description',
  rating: 'rating',
  genres: 'genres',
  trailerUrl: 'trailer_address',
};

export function serveFacts(
  serve: ServeEndpoint<Actor>,
  {
    db,
    clock,
    repository,
    jobs,
    environmentKey,
    onChanged,
  }: {
    db: Kysely<Database>;
    clock: Clock;
    repository: FactsRepository;
    jobs: Pick<FactJobs, 'wake'>;
    environmentKey: string | undefined;
    onChanged(): void;
  },
): void {
  async function show(): Promise<Facts> {
    const [rows, counts, work] = await Promise.all([
      listSourceRows(db),
      repository.count(),
      db.selectFrom('fact_work').select('is_paused').executeTakeFirstOrThrow(),
    ]);
    const tmdb = rows.find(({ name }) => name === 'tmdb');
    const isKeyLost =
      tmdb !== undefined &&
      tmdb.sealed_key !== null &&
      (await findTmdbKey(db, tmdb, environmentKey)) === undefined;
    return toFacts({
      rows,
      counts,
      isPaused: work.is_paused,
      environmentKey,
      isKeyLost,
      now: clock.now(),
    });
  }

  async function showMatch(id: string): Promise<TitleMatch> {
    const row = await repository.find(id);
    if (row === undefined) throw new AppError('match.not_found');
    return toTitleMatch(row);
  }

  serve(getFacts, show);

  serve(updateFacts, async ({ body: { isPaused, tmdbKey, sources = {} } }, { session }) => {
    const turned = Object.entries(sources) as [FactSourceKey, boolean][];
    await db.transaction().execute(async (trx) => {
      if (isPaused !== undefined) await trx.updateTable('fact_work').set({ is_paused: isPaused }).execute();
      for (const [name, isOn] of turned)
        await trx.updateTable('fact_source').set({ is_on: isOn }).where('name', '=', name).execute();
      if (tmdbKey !== undefined) {
        const key = await holdInstanceSecret(trx, sealingKeyName);
        const sealed = tmdbKey === null ? null : sealFactKey(key, 'tmdb', tmdbKey.toLowerCase());
        await trx
          .updateTable('fact_source')
          .set({
            sealed_key: sealed,
            error_code: null,
            error_count: 0,
            failing_since: null,
            retry_at: null,
          })
          .where('name', '=', 'tmdb')
          .execute();
      }
      if (typeof tmdbKey === 'string' || turned.some(([, isOn]) => isOn)) await lookAgain(trx, clock.now());
      await recordAct(trx, session, {
        action: 'facts.update',
        subjectName: '',
        after: {
          ...(isPaused !== undefined && { isPaused }),
          ...Object.fromEntries(turned),
          ...(tmdbKey !== undefined && { tmdbKey: tmdbKey === null ? 'borrada' : 'guardada' }),
        },
      });
    });
    jobs.wake();
    return show();
  });

  serve(listTitleMatches, async ({ query: { state, q = '', page, limit } }) => {
    const { rows, total } = await repository.listPage(state, q, page, limit);
    return { matches: rows.map(toTitleMatch), page, totalPages: Math.ceil(total / limit), total };
  });

  serve(decideTitleMatch, async ({ params: { id }, body: { source, workId } }, { session }) => {
    if ((source === null) !== (workId === null))
      throw new AppError('input.invalid', {
        details: [{ path: 'workId', message: 'Elige una de las fichas, o ninguna.' }],
      });
    const work = source === null || workId === null ? undefined : { source, workId };
    await decideMatch({ db, actor: session, now: clock.now() }, id, work);
    onChanged();
    jobs.wake();
    return showMatch(id);
  });

  serve(undoTitleMatch, async ({ params: { id } }, { session }) => {
    await undoMatch({ db, actor: session, now: clock.now() }, id);
    onChanged();
    jobs.wake();
    return showMatch(id);
  });

  serve(restoreFactsCall, async ({ params: { id }, body: { fields } }, { session }) => {
    const isChanged = await db.transaction().execute(async (trx) => {
      const video = await trx
        .selectFrom('video')
        .select('title')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (video === undefined) throw new AppError('video.not_found');
      const columns = fields.map((field) => columnOf[field]);
      if (!(await restoreFacts(trx, id, columns))) return false;
      await bumpCatalogueVersion(trx);
      await recordAct(trx, session, {
        action: 'video.automatic',
        subjectId: id,
        subjectName: video.title,
        after: { fields },
      });
      return true;
    });
    if (isChanged) onChanged();
    return {
      message: isChanged
        ? 'Vuelve a lo que dicen el proveedor y las fuentes.'
        : 'Nadie había cambiado a mano esos campos.',
    };
  });
}
