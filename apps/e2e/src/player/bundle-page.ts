import { copyFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { changedParts, mediaSeconds, splicedSeconds } from './make-media.ts';
import { makeOnce, rootFolder } from '@butaca/testing';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
/** The sources of the page, and the file with the versions of the libraries that are bundled with it. */
const recipe = [
  here('page.ts'),
  here('bundle-page.ts'),
  join(rootFolder, 'packages', 'player', 'src'),
  join(rootFolder, 'package-lock.json'),
];

/**
 * Bundles the page on which the player is tested as the product is bundled: the libraries that play video (hls.js, …)
 * in chunks of their own, the worker of hls.js as a file of the page's origin.
 *
 * @returns the path of the folder with the page
 */
export const bundlePage = (): Promise<string> => makeOnce('test-pages', recipe, writePage);

/** A playlist of a film in HLS with segments of one second. */
const filmOf = (segments: readonly string[]): string =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    '#EXT-X-TARGETDURATION:1',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    ...segments.flatMap((segment, number) => ['#EXTINF:1.0,', `${segment}?n=${number}`]),
    '#EXT-X-ENDLIST',
  ].join('\n');

async function writePage(target: string): Promise<void> {
  const bundle = await rolldown({ input: here('page.ts'), platform: 'browser' });
  await bundle.write({ dir: target, format: 'esm' });
  await bundle.close();
  const worker = createRequire(import.meta.url).resolve('hls.js/dist/hls.worker.js');
  await copyFile(worker, join(target, 'hls.worker.js'));
  await writeFile(
    join(target, 'refused-part.m3u8'),
    '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n/refused/403/trial.spent\n#EXT-X-ENDLIST\n',
  );
  const segment = '/refused/502/upstream.forbidden';
  await writeFile(
    join(target, 'gone-level.m3u8'),
    '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1280000\n/refused/502/upstream.gone\n',
  );
  await writeFile(
    join(target, 'locked-segments.m3u8'),
    `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n${segment}\n#EXT-X-ENDLIST\n`,
  );
  const missing = '/refused/404/segment.not_found';
  const film = Array.from({ length: mediaSeconds }, (_item, second) => `/vod/0${second}.ts`);
  await writeFile(join(target, 'all-missing.m3u8'), filmOf(film.map(() => missing)));
  await writeFile(join(target, 'only-missing.m3u8'), filmOf([missing]));
  await writeFile(join(target, 'first-missing.m3u8'), filmOf([missing, ...film.slice(1)]));
  await writeFile(join(target, 'declared-gap.m3u8'), filmOf([`#EXT-X-GAP\n${missing}`, ...film.slice(1)]));
  const emptyGap = `#EXT-X-GAP\n#EXTINF:0,\n${missing}\n#EXTINF`;
  await writeFile(join(target, 'empty-gap.m3u8'), filmOf(film).replace('#EXTINF', emptyGap));
  await writeFile(join(target, 'gaps.m3u8'), filmOf(film.with(3, missing).with(4, missing).with(9, missing)));
  await writeFile(
    join(target, 'half-missing.m3u8'),
    filmOf([...film.slice(0, 4), ...film.slice(4).map(() => missing)]),
  );
  for (const part of changedParts) {
    // Long enough that what is lost is not taken for the end of the film.
    const names = ['main', ...Array.from({ length: 12 }, () => part)];
    const lines = names
      .map((name) => `#EXTINF:${splicedSeconds},\n/${name}.ts`)
      .join('\n#EXT-X-DISCONTINUITY\n');
    const head = `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:${splicedSeconds}`;
    await writeFile(join(target, `changed-${part}.m3u8`), `${head}\n${lines}\n#EXT-X-ENDLIST\n`);
  }
  await writeFile(
    join(target, 'page.html'),
    '<!doctype html><button>Activar sonido</button><script type="module" src="/page.js"></script>',
  );
}
