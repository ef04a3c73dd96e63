import { saveProgress } from '@butaca/contract';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log.ts';
import { progressFeature } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`insert into account (id, password_hash, role, username, username_folded)
    values ('ana', '', 'user', 'ana', 'ana')`.execute(database.db);
  await sql`insert into video (id, search_text, tipo, title, title_sort, title_folded)
    values ('a', '', 'pelicula', 'a', 'a', 'a')`.execute(database.db);
});
afterAll(() => database.close());

/** Serves the progress feature on a database whose statements are counted, and returns its route for saves. */
function serveCounted() {
  let statements = 0;
  let answer: ((request: object, context: object) => Promise<unknown>) | undefined;
  const feature = progressFeature({
    db: database.db.withPlugin({
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }),
    clock: systemClock,
    log: createLog('silent'),
    videos: { chaptersOf: () => Promise.resolve([]), cardsOf: () => Promise.resolve([]) },
    knownDurationOf: () => Promise.resolve(undefined),
    onSaved: () => undefined,
  });
  feature.routes(((endpoint: object, handler: typeof answer) => {
    if (endpoint === saveProgress) answer = handler;
  }) as Parameters<typeof feature.routes>[0]);
  return {
    feature,
    async save(body: object) {
      statements = 0;
      const session = { accountId: 'ana', deviceId: 'tele' };
      return { answered: await answer?.({ params: { id: 'a' }, body }, { session }), statements };
    },
  };
}

it('a save is answered from its own batch: time limit, read, write, and nothing is read back', async () => {
  const { feature, save } = serveCounted();
  await using _feature = feature;
  expect(await save({ lastTime: 30, duration: 100 })).toMatchObject({
    answered: { watchProgress: { lastTime: 30, progress: 0.3, savedElsewhere: false } },
    statements: 3,
  });
  expect(await save({ lastTime: 40, duration: 100 })).toMatchObject({
    answered: { watchProgress: { lastTime: 40, progress: 0.4 } },
    statements: 3,
  });
});
