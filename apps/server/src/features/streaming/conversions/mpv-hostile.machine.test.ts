/*
 * Files of a hostile provider try to make the mpv of a viewer's computer request addresses of their choice: the desktop
 * shell plays films as the provider sends them. A canary server listens on an address that mpv must never reach; the real
 * mpv plays each film through the real server, with the options of the desktop shell.
 */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { disguisedLists, startProvider, type DisguisedList, type Provider } from '@butaca/testing';
import { expect, it } from 'vitest';
import { startTestApp } from '../../../../test/test-app.ts';
import { makeHostileFiles } from '../../../../test/media/make-hostile-files.ts';

const hasMpv = spawnSync('mpv', ['--version']).status === 0;
const optionsFile = new URL('../../../../../desktop/src-tauri/mpv-options.json', import.meta.url);
const options = (JSON.parse(readFileSync(optionsFile, 'utf8')) as string[]).filter(
  (option) => !option.startsWith('--idle'),
);
const providerHost = '127.0.0.77';

/**
 * Plays an address, and returns when mpv has ended, or has waited long for more of a film. As in the desktop shell, mpv
 * follows references only in what the server calls a playlist.
 */
const play = (url: string, streamKind: string | null | undefined): Promise<void> =>
  new Promise((resolve) => {
    const isPlaylist = streamKind === 'hls' || streamKind === 'dash';
    const own = ['--vo=null', '--ao=null', '--length=1', '--untimed'];
    const words = [...options, ...own, ...(isPlaylist ? ['--access-references=yes'] : []), url];
    execFile('mpv', words, { timeout: 2_000, killSignal: 'SIGKILL' }, () => resolve());
  });

/** Disguised lists as films, and as the segments of playlists. */
const filesOf = (lists: readonly DisguisedList[]): Record<string, Buffer> =>
  Object.fromEntries(
    lists.flatMap(({ name, body }) => {
      const path = name.replaceAll(' ', '-');
      const text = `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\npart-${path}.ts\n#EXT-X-ENDLIST\n`;
      const segments: [string, Buffer][] = [
        [`list-of-${path}.m3u8`, Buffer.from(text)],
        [`part-${path}.ts`, body],
      ];
      return [[`${path}.mkv`, body], ...(asSegments.has(name) ? segments : [])];
    }),
  );

/** Lists of which the demuxers of segments could recognise the form. */
const asSegments: ReadonlySet<string> = new Set([
  'm3u in utf-16',
  'dash behind a comment',
  'dash behind a tag',
  'concat',
  'session',
  'pls',
]);

// Only on Linux has this machine a second loopback address, on which the provider stands apart from the canary.
it.skipIf(!hasMpv || process.platform !== 'linux')(
  'mpv, which gets films unchanged, requests nothing that they name',
  async () => {
    const hits: string[] = [];
    const startCanary = (host: string): Promise<Provider> =>
      startProvider(
        (request, response) => {
          hits.push(host + (request.url ?? ''));
          response.end('canario');
        },
        { on: host },
      );
    await using first = await startCanary('127.0.0.2');
    await using second = await startCanary('::1');
    const targets = [first.origin, second.origin] as const;
    await using files = await makeHostileFiles(providerHost, targets, filesOf(disguisedLists(targets)));
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
      await play(new URL(body.url ?? '', server).href, body.streamKind);
    };
    for (const path of files.paths) {
      await open(path);
      expect([path, ...hits]).toEqual([path]);
    }
    expect([...files.asked]).toEqual(expect.arrayContaining(files.paths.map((path) => `/${path}`)));
  },
  240_000,
);
