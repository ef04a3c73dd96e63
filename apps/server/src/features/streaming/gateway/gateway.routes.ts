import type { FastifyInstance } from 'fastify';
import type { RunningStreams } from './delivery/running-streams.ts';
import type { TokenRequest } from './stages/open-request.ts';
import { createPassage } from './stages/pass-stages.ts';
import type { KeptFailures } from './stages/kept-failures.ts';
import type { Stages } from './stages/stages.ts';

interface StreamRoute {
  Params: TokenRequest['params'];
}

/**
 * Serves `/api/stream/<token>/…`, the streams that tokens name, to one kind of asker.
 *
 * @param running - the streams of this asker
 */
export function serveGateway(
  app: FastifyInstance,
  running: RunningStreams,
  stages: Stages<TokenRequest>,
  failures: KeptFailures,
): void {
  // Running streams are ended before the server closes, because closing waits for open connections.
  app.addHook('preClose', async () => running.endAll());
  app.route<StreamRoute>({
    method: ['GET', 'HEAD'],
    url: '/api/stream/:token/*',
    config: { access: 'stream-token' },
    // On the route that delivers streams, failures are logged but requests are not: the URLs of streams are secrets.
    logLevel: 'warn',
    handler: createPassage(stages, failures),
  });
}
