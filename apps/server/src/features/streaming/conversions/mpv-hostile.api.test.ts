/*
 * Files of a hostile provider try to make the mpv of a viewer's computer request addresses of their choice: the desktop
 * shell plays films as the provider sends them. A canary server listens on an address that mpv must never reach; the real
 * mpv plays each film through the real server, with the options of the desktop shell.
 */
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { startTestApp } from '../../../../test/test-app.ts';
import { makeHostileFiles } from './make-hostile-files.ts';

const hasMpv = spawnSync('mpv', ['--version']).status === 0;
const optionsFile = new URL('../../../../../desktop/src-tauri/mpv-options.json', import.meta.url);
const options = (JSON.parse(readFileSync(optionsFile, 'utf8')) as string[]).filter(
  (option) => !option.startsWith('--idle'),
);
const providerHost = '127.0.0.77';

/** Plays an address, and returns when mpv has ended, or has waited long for more of a film. */
const play = (url: string): Promise<void> =>
  new Promise((resolve) => {
    const words = [...options, '--vo=null', '--ao=null', '--length=1', '--untimed', url];
    execFile('mpv', words, { timeout: 2_000, killSignal: 'SIGKILL' }, () => resolve());
  });

// Only on Linux has this machine a second loopback address, on which the provider stands apart from the canary.
it.skipIf(!hasMpv || process.platform !== 'linux')(
  'mpv, which gets films unchanged, requests nothing that they name',
  async () => {
    const hits: string[] = [];
    const canary = createServer((request, response) => {
      hits.push(request.url ?? '');
      response.end('canario');
    });
    await once(canary.listen(0, '127.0.0.1'), 'listening');
    try {
      const { port } = canary.address() as AddressInfo;
      await using files = await makeHostileFiles(providerHost, [`http://127.0.0.1:${port}`]);
      await using test = await startTestApp({ UPSTREAM_ALLOW_PRIVATE: `${providerHost}/32` });
      const server = await test.app.http.listen({ port: 0, host: '127.0.0.1' });
      const ids = await test.app.demoTargets.videos.addDemo(
        files.paths.map((path) => ({
          slug: path,
          title: path,
          description: '',
          tipo: 'pelicula' as const,
          genres: [],
          address: `${files.origin}/${path}`,
        })),
      );
      const viewer = await test.viewer('premium');
      const open = async (path: string): Promise<void> => {
        const asked = { params: { id: ids.get(path) ?? '' }, query: { can: 'any,tracks' } };
        const { body } = await test.call('GET /api/videos/:id', asked, viewer);
        await play(new URL(body.url ?? '', server).href);
      };
      for (const path of files.paths) {
        await open(path);
        expect([path, ...hits]).toEqual([path]);
      }
      expect([...files.asked]).toEqual(expect.arrayContaining(files.paths.map((path) => `/${path}`)));
    } finally {
      canary.close();
    }
  },
  120_000,
);
