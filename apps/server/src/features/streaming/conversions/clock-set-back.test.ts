import { createVirtualClock } from '@butaca/testing';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { createSourceLooks } from './first-look/look-at-source.ts';
import { createSourceLookRepository } from './first-look/source-look.repository.ts';
import { createFileFactsRepository } from './inspection/file-facts.repository.ts';
import { createFileInspector } from './inspection/inspect-files.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const address = 'http://proveedor.example/1.mkv';
const key = hash('sha256', address, 'hex');
const gateway = {
  readPart: () => Promise.reject(new Error('nothing is fetched here')),
  readStart: () => Promise.reject(new Error('nothing is fetched here')),
  openLoopback: () => Promise.reject(new Error('nothing is fetched here')),
  isBusy: () => false,
};

it('a file that could not be inspected is due again after the clock was set back', async () => {
  const clock = createVirtualClock('2026-11-23T12:00:00Z');
  const repository = createFileFactsRepository(database.db);
  const converter = async () => undefined;
  await using inspector = createFileInspector({
    repository,
    gateway,
    converter,
    clock,
    log: createLog('silent'),
  });
  await repository.save(key, { probedAt: clock.now(), facts: undefined });
  expect(await inspector.isDue(address)).toBe(false);
  clock.setBack(86_400_000);
  expect(await inspector.isDue(address)).toBe(true);
});

it('a look does not hold for longer than a week when the clock was set back', async () => {
  const clock = createVirtualClock('2026-11-23T12:00:00Z');
  const repository = createSourceLookRepository(database.db);
  await using looks = createSourceLooks({ repository, gateway, clock });
  await repository.save(key, clock.now(), { streamKind: 'ts', extension: 'ts', codecs: null, hasEnd: false });
  expect((await looks.known([address])).size).toBe(1);
  clock.setBack(86_400_000);
  expect((await looks.known([address])).size).toBe(0);
});
