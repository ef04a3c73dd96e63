import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { rolldown } from 'rolldown';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { mixedColours } from './mixed-colours.ts';

/**
 * The oldest browsers that the page supports. The READMEs and `index.html` name them too; `public/old-browser.js` tells
 * people with older ones.
 */
const browsers = ['chrome94', 'edge94', 'firefox98', 'safari16.4'];

const tokensFile = join(import.meta.dirname, '../../packages/ui/src/theme/tokens.css');

const text = /\.(?:html|js|css|svg|json|webmanifest)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * A Vite plugin that writes Brotli and gzip versions beside each text file of the build, so that the server never has
 * to compress these files.
 */
function compressed(): Plugin {
  let outDir = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    async writeBundle() {
      for (const file of await readdir(outDir, { recursive: true })) {
        if (!text.test(file)) continue;
        const path = join(outDir, file);
        const bytes = await readFile(path);
        await Promise.all([
          writeFile(`${path}.br`, await brotli(bytes)),
          writeFile(`${path}.gz`, await zip(bytes, { level: 9 })),
        ]);
      }
    },
  };
}

/**
 * The modules that all screens with cards of videos share; without the virtualised grids, QR codes and the list of
 * devices, which the home page does not use.
 */
const ofCards =
  /[\\/](?:platform|shared|ui[\\/]src[\\/](?:browse|navigation|wait)|react-query|lucide-react)[\\/](?!.*(?:(?:virtual|card|video)-grid|grid-box|window-offset|gradual-rows|qr-code|devices|guide[\\/](?!on-air)))/;

/**
 * The modules that only the watch page and one other screen, or the code of shells, use: bundled as one small file, and
 * not as several files.
 */
const ofWatch =
  /icons[\\/]list-video|ui[\\/]src[\\/]form[\\/]switch|shared[\\/](?:card[\\/]channels\.queries|output[\\/]output)|platform[\\/]shell[\\/]shell\.ts|player[\\/]src[\\/](?:dom[\\/](?:track-lists|probe-address)|playback[\\/]playback-failure)/;

/**
 * The modules of imports, which several tabs of the administration and the screen «Subida por secciones» use: bundled as
 * one file, because the page's first code names every file that a screen needs.
 */
const ofImports =
  /features[\\/]admin[\\/]imports[\\/](?:use-|imports\.queries|import-(?:progress|access)|plans-question)|ui[\\/]src[\\/]form[\\/](?:file|check)/;

/** Small modules that imports share with screens of viewers: without a file of their own they would be part of that file. */
const ofNames =
  /contract[\\/]src[\\/](?:catalogue[\\/](?:main-section|video-type)|operations[\\/]footer-link)|ui[\\/]src[\\/]form[\\/]file-size/;

/**
 * How modules that several screens share are bundled. By default the bundler makes one file for each combination of
 * screens that shares modules: the home page would need two dozen requests, which on a phone's connection wait for each
 * other.
 */
const groups = [
  { name: 'first', tags: ['$initial' as const], priority: 2 },
  { name: 'cards', test: ofCards, minShareCount: 3, priority: 1 },
  { name: 'names', test: ofNames, minShareCount: 2, priority: 1 },
  { name: 'watch-shared', test: ofWatch, minShareCount: 2 },
  { name: 'imports', test: ofImports, minShareCount: 2 },
  { name: 'icons', test: /icons[\\/](?:copy|rotate-ccw-clock|sparkles)\.m?js/, minShareCount: 2 },
  { name: 'devices', test: /shared[\\/]devices[\\/](?:relative-time|device-types)/, minShareCount: 2 },
];

/** The elements of media-chrome, the library of the player's controls, that the player does not use. */
const unusedElements = new Set([
  'media-airplay-button',
  'media-cast-button',
  'media-context-menu',
  'media-context-menu-item',
  'media-duration-display',
  'media-error-dialog',
  'media-loading-indicator',
  'media-loop-button',
  'media-poster-image',
  'media-settings-menu',
  'media-settings-menu-button',
  'media-settings-menu-item',
]);

/**
 * A Vite plugin that leaves those elements out of the build: the library's components for React refer to all elements,
 * and the module of an element defines it when it is loaded, so the bundler alone would keep them.
 */
function usedElements(): Plugin {
  const component = /export const \w+ = createComponent\(\{\s+tagName: "([\w-]+)",[\s\S]*?\n\}\);/g;
  return {
    name: 'used-elements',
    apply: 'build',
    transform: {
      filter: { id: /media-chrome[\\/]dist[\\/]/ },
      handler(code, id) {
        if (unusedElements.has(basename(id, '.js'))) return { code, map: null, moduleSideEffects: false };
        if (!/[\\/]react[\\/]/.test(id)) return undefined;
        return code.replaceAll(component, (text, name: string) => (unusedElements.has(name) ? '' : text));
      },
    },
  };
}

/**
 * A Vite plugin that moves the `<link>` elements of the style sheets to the end of the page's body, behind the static
 * skeleton of the page (the shell), so that the browser renders the shell before the style sheets have arrived; scripts
 * still wait for the style sheets.
 */
function shellFirst(): Plugin {
  return {
    name: 'shell-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(page) {
        const sheet = /\s*<link rel="stylesheet"[^>]*>/g;
        const sheets = page.match(sheet) ?? [];
        return page.replace(sheet, '').replace('</body>', () => `${sheets.join('')}\n  </body>`);
      },
    },
  };
}

/**
 * The paths of the scripts and style sheets that only one screen needs, without those that every page load requests.
 */
function filesOf(source: string, built: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(built).filter((file) => file.type === 'chunk');
  const gather = (chunk: Rolldown.OutputChunk | undefined, gathered = new Set<Rolldown.OutputChunk>()) => {
    if (chunk === undefined || gathered.has(chunk)) return gathered;
    gathered.add(chunk);
    for (const name of chunk.imports)
      gather(
        chunks.find(({ fileName }) => fileName === name),
        gathered,
      );
    return gathered;
  };
  const page = gather(chunks.find(({ isEntry }) => isEntry));
  const screen = gather(chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source)));
  if (screen.size === 0) throw new Error(`${source} is not built`);
  return [...screen]
    .filter((chunk) => !page.has(chunk))
    .flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
    .map((file) => `/${file}`);
}

/** The screens whose code `early.ts` loads, by the first part of their paths. */
const earlyScreens = {
  '/': '/src/features/browse/home/home.screen.tsx',
  '/peliculas': '/src/features/browse/movies/movies.screen.tsx',
  '/live-tv': '/src/features/television/live-tv/live-tv.screen.tsx',
  '/watch': '/src/features/watch/watch.screen.tsx',
};

/**
 * A Vite plugin that bundles `early.ts` as a file of its own: the script that requests the data of the opened screen
 * before the application's code is loaded. As a second entry of the application's bundle, the script would share files with the
 * application's code, and wait for them.
 */
function early(): Plugin {
  const name = 'early';
  return {
    name,
    apply: 'build',
    async generateBundle(_options, built) {
      const files = Object.entries(earlyScreens).map(([path, source]) => [path, filesOf(source, built)]);
      const screenFiles = JSON.stringify(Object.fromEntries(files));
      const bundle = await rolldown({
        input: join(import.meta.dirname, 'src/early.ts'),
        transform: { define: { screenFiles } },
      });
      const { output } = await bundle.generate({ format: 'iife', minify: true });
      await bundle.close();
      this.emitFile({ type: 'asset', name: `${name}.js`, source: output[0].code });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_page, { bundle = {} }) {
        const file = Object.keys(bundle).find((path) => path.startsWith(`assets/${name}-`));
        if (file === undefined) throw new Error('the early code is missing');
        return [{ tag: 'script', attrs: { async: true, src: `/${file}` }, injectTo: 'head' }];
      },
    },
  };
}

/**
 * The built files that the service worker keeps: page, code, styles and fonts, but not the code that plays DASH, which
 * is large and which few streams need.
 */
const isKept = (file: string): boolean =>
  /^(?:index\.html|(?:favicon|butacas)\.svg|assets\/(?!shaka)[^/]+\.(?:js|css|woff2))$/.test(file);

/**
 * A Vite plugin that bundles the service worker, with the list of the files that it keeps. It is our own because
 * `vite-plugin-pwa` installs a hundred packages for that list; the code that keeps the files is Workbox.
 */
function serviceWorker(): Plugin {
  let outDir = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    writeBundle: {
      sequential: true,
      order: 'pre',
      async handler() {
        const files = (await readdir(outDir, { recursive: true })).filter(isKept).toSorted();
        const kept = await Promise.all(
          files.map(async (file) => ({
            url: `/${file}`,
            revision: file.startsWith('assets/') ? null : await hashOf(join(outDir, file)),
          })),
        );
        const bundle = await rolldown({
          input: join(import.meta.dirname, 'src/platform/service-worker.ts'),
          platform: 'browser',
          transform: {
            define: { keptFiles: JSON.stringify(kept), 'process.env.NODE_ENV': '"production"' },
          },
        });
        await bundle.write({ file: join(outDir, 'service-worker.js'), format: 'iife', minify: true });
        await bundle.close();
      },
    },
  };
}

const hashOf = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
    .slice(0, 16);

export default defineConfig({
  plugins: [
    react(),
    mixedColours(tokensFile),
    usedElements(),
    early(),
    shellFirst(),
    serviceWorker(),
    compressed(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // All of these browsers know the syntax of 2022; only style sheets are written anew for them.
    target: 'es2022',
    cssTarget: browsers,
    assetsInlineLimit: 0,
    // Vite's own warning about large files starts only at this size in kB: the limits that count, those of compressed
    // files, are in tools/web-size.mjs.
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
        // The page's first code names every file of every screen, so shorter names make the first load smaller.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
