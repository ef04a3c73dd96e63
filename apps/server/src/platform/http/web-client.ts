import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * Serves the built web client from `/`. Browsers cache files with a hash in their name for ever; they revalidate the
 * HTML page on each visit, so that a new version is used at once.
 */
export async function serveWebClient(app: FastifyInstance, webDir: string): Promise<void> {
  if (!existsSync(join(webDir, 'index.html'))) return;
  const assetsDir = join(webDir, 'assets');
  await app.register(fastifyStatic, {
    root: webDir,
    cacheControl: false,
    preCompressed: true,
    index: ['index.html'],
    dotfiles: 'ignore',
    setHeaders(reply, path) {
      const isHashed = path.startsWith(assetsDir);
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
