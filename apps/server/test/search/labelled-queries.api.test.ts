import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../test-app.ts';
import { listEntry, uploadList } from '../upload-list.ts';
import { makeDistractors } from './distractors.ts';
import { labelledQueries, listNames, type LabelledQuery } from './labelled-queries.ts';

const films = listNames(false);
const channels = listNames(true);
const distractors = makeDistractors(3_000);

let test: TestApp;
let viewer: Person;
beforeAll(async () => {
  test = await startTestApp();
  viewer = await test.viewer('premium');
  const admin = await test.admin();
  const content = distractors
    .map((title, index) => listEntry(title, `http://tv.ejemplo/distractor/${index}.mp4`))
    .join('');
  const form = { categoria: 'pelicula', subcategoria: 'POR_GENERO' };
  const { body } = await uploadList(test, admin, 'POST /api/videos/upload-text', {
    content: `#EXTM3U\n${content}`,
    form,
  });
  expect(body.added).toBeGreaterThanOrEqual(2_000);
  await test.app.demoTargets.videos.addDemo(
    films.map((title) => ({ slug: title, title, description: '', tipo: 'pelicula', genres: [] })),
  );
  for (const [index, name] of channels.entries()) {
    await test.call(
      'POST /api/channels/admin',
      { body: { name, url: `http://tv.ejemplo/${index}.m3u8` } },
      admin,
    );
  }
}, 120_000);
afterAll(() => test[Symbol.asyncDispose]());

/** What is wrong with the first three titles or channels that a search finds; `undefined` when they are right. */
async function findFault({
  kind,
  typed,
  meant,
  notBefore,
  isOfChannel,
}: LabelledQuery): Promise<string | undefined> {
  const { body } = await test.call('GET /api/search', { query: { q: typed } }, viewer);
  const found = isOfChannel ? body.channels.map(({ name }) => name) : body.videos.map(({ title }) => title);
  const first = found.slice(0, 3);
  const place = first.indexOf(meant);
  const nearPlace = first.indexOf(notBefore);
  if (place !== -1 && (nearPlace === -1 || place < nearPlace)) return undefined;
  const near = notBefore === '' ? '' : ` and not «${notBefore}»`;
  return `${kind}: «${typed}» means «${meant}»${near}, but finds ${first.join(' | ') || 'nothing'}`;
}

describe('searches as people type them', () => {
  it('find what was meant among the first three: of all at least 95 %, of each kind nine tenths', async () => {
    const kinds = new Set(labelledQueries.map(({ kind }) => kind));
    const faults: string[] = [];
    const shares: [kind: string, share: number][] = [];
    for (const kind of kinds) {
      const queries = labelledQueries.filter((query) => query.kind === kind);
      const before = faults.length;
      for (const query of queries) {
        const fault = await findFault(query);
        if (fault !== undefined) faults.push(fault);
      }
      shares.push([kind, 1 - (faults.length - before) / queries.length]);
    }
    const count = labelledQueries.length;
    const share = 1 - faults.length / count;
    const report = [
      `${count - faults.length} of ${count} searches are right (${(100 * share).toFixed(1)} %)`,
      ...shares.map(([kind, each]) => `  ${kind}: ${(100 * each).toFixed(0)} %`),
      ...faults,
    ].join('\n');
    process.stdout.write(`\n${report}\n`);
    expect(count).toBeGreaterThanOrEqual(200);
    expect(labelledQueries.filter(({ notBefore }) => notBefore !== '').length).toBeGreaterThanOrEqual(
      count / 5,
    );
    expect(share, report).toBeGreaterThanOrEqual(0.95);
    for (const [kind, each] of shares) expect(each, `${kind}\n${report}`).toBeGreaterThanOrEqual(0.9);
  }, 120_000);
});
