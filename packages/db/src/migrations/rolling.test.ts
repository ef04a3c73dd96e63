/*
 * Servers are upgraded one after the other: the first of the new version migrates the database, and those of the version
 * before go on with it. So a migration only adds; what is no longer used is removed one version later. Migrations up to 0033
 * were published before several servers could run together.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Changes after which statements of the version before may fail. */
const breaking =
  /\b(?:drop (?:column|table|view)|rename (?:to|column)|set not null|alter column \S+ (?:set data )?type|(?:drop|rename)(?:Column|Table|View)|renameTo|setNotNull|setDataType)\b/i;

it('migrations change nothing that the version before still uses', async () => {
  const files = await readdir(import.meta.dirname, { recursive: true });
  const sources = files.filter((file) => /\d{4}-[^/\\]*(?<!\.test)\.ts$/.test(file)).toSorted();
  expect(sources.length).toBeGreaterThanOrEqual(33);
  const found = await Promise.all(
    sources.map(async (file) => {
      const text = await readFile(join(import.meta.dirname, file), 'utf8');
      const change = breaking.exec(text.replaceAll(/\s+/g, ' '))?.[0];
      return change === undefined ? [] : [`${file}: ${change}`];
    }),
  );
  expect(found.flat()).toEqual([
    '0014-folded-titles.ts: alter column title_folded type',
    '0022-used-steps.ts: drop column',
    '0027-channel-numbers.ts: set not null',
    '0031-providers.ts: set not null',
  ]);
});
