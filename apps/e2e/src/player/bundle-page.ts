import { copyFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * Bundles the page on which the player is tested as the product is bundled: the libraries that play video (hls.js, …)
 * in chunks of their own, the worker of hls.js as a file of the page's origin.
 */
export async function bundlePage(target: string): Promise<void> {
  const input = fileURLToPath(new URL('page.ts', import.meta.url));
  const bundle = await rolldown({ input, platform: 'browser' });
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
