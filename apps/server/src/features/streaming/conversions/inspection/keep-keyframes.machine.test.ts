import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProvider, type Answer } from '@butaca/testing';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { createLog } from '../../../../platform/log.ts';
import {
  makeTestMedia,
  openTestConverter,
  type TestMedia,
} from '../../../../../test/media/make-test-media.ts';
import { makeTestPlan } from '../../../../../test/media/make-test-plan.ts';
import { createFileFactsRepository } from './file-facts.repository.ts';
import { createFileInspector } from './inspect-files.ts';

let films: TestMedia;
let database: TestDatabase;
beforeAll(async () => {
  [films, database] = await Promise.all([makeTestMedia(), createTestDatabase()]);
}, 180_000);
afterAll(async () => {
  await database.close();
  await films[Symbol.asyncDispose]();
});

const failures: Readonly<Record<string, (file: Buffer) => Answer>> = {
  'breaks off in the middle': (body) => ({
    headers: { 'content-length': body.length },
    body,
    cutAt: 'half',
  }),
  'sends half of it as if that were all': (file) => ({
    headers: { 'content-length': file.length >> 1 },
    body: file.subarray(0, file.length >> 1),
  }),
  'refuses it': () => ({ status: 503 }),
};

const { signal: watching } = new AbortController();

describe('the keyframes found by reading a whole file', () => {
  it.each(Object.keys(failures).flatMap((failure) => ['film.ts', 'film.avi'].map((name) => [failure, name])))(
    'are not kept when the provider %s, and are found the next time: %s',
    async (failure, name) => {
      const file = await readFile(join(films.folder, name));
      let isFailing = false;
      await using provider = await startProvider();
      provider.answer(`/${name}`, failures[failure]?.(file) ?? {});
      const source = {
        address: `http://provider.example/${failure}/${name}`,
        streamKind: 'file',
        userAgent: null,
        referrer: null,
      } as const;
      const converter = await openTestConverter(films.folder);
      await using inspector = createFileInspector({
        repository: createFileFactsRepository(database.db),
        gateway: {
          readPart: () => Promise.reject(new Error('these files have no index')),
          openLoopback: async () => ({
            address: isFailing ? `${provider.origin}/${name}` : `${films.origin}/${name}`,
            end: () => undefined,
            noteViewer: () => undefined,
            isSilent: () => false,
          }),
        },
        converter: async () => converter,
        clock: systemClock,
        log: createLog('silent'),
      });
      const facts = await inspector.inspect(source);
      if (facts === undefined) throw new Error('the film cannot be read');
      isFailing = true;
      expect(await inspector.keyframes(source, facts, watching)).toBeUndefined();
      isFailing = false;
      const found = await inspector.keyframes(source, facts, watching);
      expect(found?.length).toBeGreaterThan(1);
      isFailing = true;
      expect(await inspector.keyframes(source, facts, watching)).toEqual(found);
    },
  );
});

it('facts and keyframes of a past programme are remembered, and not stored under the address that was made for it', async () => {
  const converter = await openTestConverter(films.folder);
  let inputs = 0;
  await using inspector = createFileInspector({
    repository: createFileFactsRepository(database.db),
    gateway: {
      readPart: () => Promise.reject(new Error('these files have no index')),
      async openLoopback() {
        inputs += 1;
        return {
          address: `${films.origin}/film.ts`,
          end: () => undefined,
          noteViewer: () => undefined,
          isSilent: () => false,
        };
      },
    },
    converter: async () => converter,
    clock: systemClock,
    log: createLog('silent'),
  });
  const source = {
    address: 'http://provider.example/archivo/1796034600.ts',
    listedAddress: 'http://provider.example/1.ts',
    streamKind: 'file',
    userAgent: null,
    referrer: null,
  } as const;
  const countStored = async () =>
    (await database.db.selectFrom('media_file').select('address_hash').execute()).length;
  const before = await countStored();
  const facts = await inspector.inspect(source);
  if (facts === undefined) throw new Error('the film cannot be read');
  const found = await inspector.keyframes(source, facts, watching);
  expect(found?.length).toBeGreaterThan(1);
  const read = inputs;
  expect(await inspector.inspect(source)).toEqual(facts);
  expect(await inspector.keyframes(source, facts, watching)).toEqual(found);
  expect([inputs, await countStored()]).toEqual([read, before]);
});

it.each(['a search for keyframes', 'an inspection'])(
  '%s ends when the last viewer who waits for it has left',
  async (task) => {
    await using provider = await startProvider();
    const converter = await openTestConverter(films.folder);
    let addresses = 0;
    await using inspector = createFileInspector({
      repository: createFileFactsRepository(database.db),
      gateway: {
        readPart: () => Promise.reject(new Error('these files have no index')),
        async openLoopback() {
          addresses += 1;
          const end = () => {
            addresses -= 1;
          };
          return {
            address: `${provider.origin}/silent/film.ts`,
            end,
            noteViewer: () => undefined,
            isSilent: () => false,
          };
        },
      },
      converter: async () => converter,
      clock: systemClock,
      log: createLog('silent'),
    });
    const address = 'http://provider.example/espera.ts';
    const source = { address, streamKind: 'file', userAgent: null, referrer: null } as const;
    const { facts } = makeTestPlan({ container: 'mpegts' });
    const [first, second] = [new AbortController(), new AbortController()];
    const waits = [first, second].map(({ signal }) =>
      task === 'an inspection'
        ? inspector.inspect(source, { left: signal })
        : inspector.keyframes(source, facts, signal),
    );
    const outcomes = Promise.allSettled(waits);
    await provider.waitFor('/silent/film.ts');
    first.abort();
    expect(addresses).toBe(1);
    second.abort();
    expect((await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([
      expect.objectContaining({ code: 'server.unavailable' }),
      expect.objectContaining({ code: 'server.unavailable' }),
    ]);
    expect(addresses).toBe(0);
  },
);
