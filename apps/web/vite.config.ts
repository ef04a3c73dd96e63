import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { rolldown } from 'rolldown';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const text = /\.(?:html|js|css|svg|json|webmanifest)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes Brotli and gzip versions beside each text file of the build, so that the server never has to compress them.
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

/** The modules shared by all screens with cards; without the virtualised grids, which the home page does not use. */
const ofCards =
  /[\\/](?:platform|shared|ui[\\/]src[\\/](?:browse|navigation|wait)|react-query|lucide-react)[\\/](?!.*(?:(?:virtual|catalogue|video)-grid|grid-box|window-offset|gradual-rows))/;

/** The modules that the watch page shares with one other screen each: bundled as one small file instead of three. */
const ofWatch = /icons[\\/]list-video|ui[\\/]src[\\/]form[\\/]switch|shared[\\/]card[\\/]channels\.queries/;

/**
 * How shared modules are bundled. By default the bundler makes one file for each combination of screens that shares
 * modules: the home page would need two dozen requests, which on a phone's connection wait for each other.
 */
const groups = [
  { name: 'first', tags: ['$initial' as const], priority: 2 },
  { name: 'cards', test: ofCards, minShareCount: 3, priority: 1 },
  { name: 'watch-shared', test: ofWatch, minShareCount: 2 },
];

/**
 * Moves the style sheets behind the HTML shell of the page, so that the shell is rendered before the style sheets have
 * arrived; scripts still wait for the style sheets.
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

/** The paths of a screen's scripts and style sheets, without those that the page itself loads. */
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

/**
 * Bundles the script that runs first as a separate file. As a second entry of the page's bundle it would share files
 * with the page's code, and wait for them.
 */
function early(): Plugin {
  const name = 'early';
  return {
    name,
    apply: 'build',
    async generateBundle(_options, built) {
      const homeFiles = JSON.stringify(filesOf('/src/features/browse/home/home.screen.tsx', built));
      const bundle = await rolldown({
        input: join(import.meta.dirname, 'src/features/browse/home/early.ts'),
        transform: { define: { homeFiles } },
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

export default defineConfig({
  plugins: [react(), early(), shellFirst(), compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The size limits that count, those of compressed files, are in tools/web-size.mjs.
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
