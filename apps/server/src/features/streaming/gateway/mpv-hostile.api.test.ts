/*
 * Files of a hostile provider try to make the mpv of a viewer's computer request addresses of their choice. The desktop
 * shell plays files as the provider sends them. A canary server listens on an address that mpv must never reach; the real
 * mpv plays each file through the real stream gateway, with the options of the desktop shell.
 */
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StreamKind } from '@butaca/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeHostileFiles, type HostileFiles } from '../conversions/make-hostile-files.ts';
import { startTestGateway, type TestGateway } from './start-test-gateway.ts';

const hasMpv = spawnSync('mpv', ['--version']).status === 0;
const options = (
  JSON.parse(
    readFileSync(new URL('../../../../../desktop/src-tauri/mpv-options.json', import.meta.url), 'utf8'),
  ) as string[]
).filter((option) => !option.startsWith('--idle'));

const hits: string[] = [];
let canary: Server;
let files: HostileFiles;
let test: TestGateway;
beforeAll(async () => {
  canary = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.end('canario');
  });
  await once(canary.listen(0, '127.0.0.1'), 'listening');
  const { port } = canary.address() as AddressInfo;
  files = await makeHostileFiles('127.0.0.77', [`http://127.0.0.1:${port}`]);
  test = await startTestGateway({ allowPrivate: ['127.0.0.77/32'] });
});
afterAll(async () => {
  canary.close();
  await test[Symbol.asyncDispose]();
  await files[Symbol.asyncDispose]();
});

/** Plays an address for a second at most, and returns when mpv has ended. */
const play = (url: string): Promise<void> =>
  new Promise((resolve) => {
    const words = [...options, '--vo=null', '--ao=null', '--length=1', '--untimed', url];
    execFile('mpv', words, { timeout: 15_000, killSignal: 'SIGKILL' }, () => resolve());
  });

// Only Linux has the other loopback addresses, on which provider and canary stand apart.
describe.skipIf(!hasMpv || process.platform !== 'linux')('mpv, which gets files unchanged', () => {
  it.each<StreamKind>(['file', 'ts', 'hls'])(
    'requests nothing that a file of the provider names: %s',
    async (streamKind) => {
      for (const path of files.paths) {
        hits.length = 0;
        await play(test.address({ address: `${files.origin}/${path}`, streamKind }));
        expect([path, ...hits]).toEqual([path]);
      }
      expect([...files.asked]).toEqual(expect.arrayContaining(files.paths.map((path) => `/${path}`)));
    },
    120_000,
  );
});
