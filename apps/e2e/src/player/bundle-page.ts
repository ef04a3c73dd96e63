import { copyFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { makeOnce, rootFolder } from './make-once.ts';

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
  await writeFile(
    join(target, 'page.html'),
    '<!doctype html><button>Activar sonido</button><script type="module" src="/page.js"></script>',
  );
}
