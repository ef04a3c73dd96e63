import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogueOf, countLost, fillCatalogue, personOf } from '../../../bench/viewers/catalogue.mjs';
import { runViewers } from '../../../bench/viewers/run-viewers.mjs';
import { startTestApp, type TestApp } from './test-app.ts';

const viewers = 200;
const newcomers = 5;
const size = { films: 300, channels: 20, streamedFilms: 0 };
let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
  const accounts = viewers + newcomers;
  const fill = fillCatalogue({ ...size, accounts, provider: 'http://proveedor.example' });
  await test.db.connection().execute((one) => fill(sql, one));
});
afterAll(async () => test?.[Symbol.asyncDispose]());

it('answers two hundred virtual viewers without a failure, and loses nothing that it has acknowledged', async () => {
  const people = Array.from({ length: viewers + newcomers }, (_item, index) => personOf(index));
  const origin = await test.app.http.listen({ port: 0, host: '127.0.0.1' });
  const seconds = 3;
  const summary = await runViewers({
    origin,
    seconds,
    phases: { all: [0, seconds] },
    people: people.slice(0, viewers),
    newcomers: people.slice(viewers),
    catalogue: catalogueOf(size),
    run: 1,
    arrivalSeconds: 2,
    isWatching: false,
    hasWebClient: false,
    // Each viewer saves every two seconds: all of them within the time.
    pace: 10,
  });

  const figures = Object.entries(summary.phases['all'] ?? {});
  const failed = figures.filter(([, { serverErrors, otherErrors }]) => serverErrors + otherErrors > 0);
  expect(failed).toEqual([]);
  const used = figures.filter(([, { count }]) => count > 0).map(([kind]) => kind);
  expect(used).toEqual(
    expect.arrayContaining(['save', 'home', 'page', 'title', 'search', 'channels', 'login']),
  );
  // Every viewer saves once or twice, depending on their first moment.
  expect(summary.saves).toBeGreaterThanOrEqual(viewers);
  expect(summary.saves).toBe(summary.phases['all']?.['save']?.count);
  expect(summary.saved).toHaveLength(viewers);
  expect(await countLost(summary.saved)(sql, test.db)).toBe(0);
  const [[index, film, second] = [0, '', 0]] = summary.saved;
  expect(await countLost([[index, film, second + 1]])(sql, test.db)).toBe(1);
});
