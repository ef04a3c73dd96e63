import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Of a body that was refused before it was read, so much more is taken, so that its client reads the answer before the end. */
const lingerBytes = 64 * 1_024;
const lingerMs = 2_000;

function hasBody({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A body that drips is cut: the whole of it has to arrive in time, uploads apart. An answer may take as long as it likes. */
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
 * `100 Continue` is sent to whoever is admitted, once the request has been refused by no hook before its body; Node itself would send
 * it to everybody.
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

/** Ends the connection of a body that was refused before all of it had come: otherwise Node reads the rest, however long it is. */
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
