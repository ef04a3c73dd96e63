import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * How much of the body of a refused request is still received, so that its client can read the answer before the
 * connection ends.
 */
const lingerBytes = 64 * 1_024;
const lingerMs = 2_000;

function hasBody({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Ends HTTP requests whose body has not arrived completely within a time limit; uploads have no such limit. */
export function cutSlowBodies(app: FastifyInstance, withinMs: number): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.routeOptions.config.hasUpload !== true && hasBody(request)) {
      const timer = setTimeout(() => request.raw.destroy(), withinMs);
      timer.unref();
      payload.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    }
    done(null, payload);
  });
}

/**
 * Sends `100 Continue` only for requests that no hook has refused before their body arrives; Node itself would send it
 * for every request.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
 */
export function continueWhenAdmitted(app: FastifyInstance): void {
  app.server.on('checkContinue', (request, reply) => app.server.emit('request', request, reply));
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (/100-continue/i.test(request.headers.expect ?? '')) reply.raw.writeContinue();
    done(null, payload);
  });
}

/**
 * Ends the connection of a request that was refused before its whole body arrived; Node would otherwise receive the
 * whole body.
 */
export function dropRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request;
    if (reply.statusCode >= 400 && hasBody(request) && !raw.complete) {
      void reply.header('connection', 'close');
      let receivedBytes = 0;
      raw.on('data', (chunk: Buffer) => {
        receivedBytes += chunk.length;
        if (receivedBytes > lingerBytes) raw.pause();
      });
      const timer = setTimeout(() => raw.destroy(), lingerMs);
      timer.unref();
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    }
    done(null, payload);
  });
}
