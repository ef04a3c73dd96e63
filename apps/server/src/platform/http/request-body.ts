import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerClientError } from './client-error.ts';
import type { Clock } from '../clock.ts';

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

/** The least that arrives of an upload in each time limit, so that a slow telephone passes, and a dripping client not. */
const leastUploadBytes = 16 * 1_024;

/**
 * Ends HTTP requests whose body has not arrived completely within a time limit. An upload has no such limit, but at
 * least 16 KiB of it must arrive in each period of that length; it is answered with `request.timeout` otherwise,
 * because it keeps others from importing.
 *
 * @param securityHeaders - of the answer to such an upload, by name
 */
export function cutSlowBodies(
  app: FastifyInstance,
  withinMs: number,
  securityHeaders: Readonly<Record<string, string>>,
  clock: Clock,
): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (hasBody(request)) {
      const isUpload = request.routeOptions.config.hasUpload === true;
      const stop = isUpload
        ? clock.every(withinMs, createDripCheck(request, reply, securityHeaders))
        : clock.after(withinMs, () => request.raw.destroy());
      payload.once('end', stop).once('close', stop);
    }
    done(null, payload);
  });
}

/** Creates the check that is made at the end of each period, and cuts the connection of an upload that drips. */
function createDripCheck(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  securityHeaders: Readonly<Record<string, string>>,
): () => void {
  const { socket } = raw;
  let seenBytes = socket.bytesRead;
  return () => {
    const receivedBytes = socket.bytesRead - seenBytes;
    seenBytes = socket.bytesRead;
    // Bytes that the server has received and not read yet mean that the client waits for the server.
    if (receivedBytes >= leastUploadBytes || raw.readableLength > 0) return;
    if (!reply.raw.headersSent) {
      const error = Object.assign(new Error('drips'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      answerClientError(error, socket, securityHeaders);
    }
    socket.destroySoon();
  };
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
 *
 * An upload by somebody who is signed in and may upload is received to its end before its refusal is sent, without
 * being read: browsers read an answer only when they have sent everything, and would tell of a broken connection.
 *
 * @param uploadLimitBytes - how much of such an upload is received
 */
export function dropRefusedBodies(app: FastifyInstance, uploadLimitBytes: number, clock: Clock): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request;
    if (reply.statusCode < 400 || !hasBody(request) || raw.complete) {
      done(null, payload);
      return;
    }
    const end = (): void => {
      if (!raw.complete) lingerBeforeEnd(request, reply, clock);
      done(null, payload);
    };
    if (isAdmittedUpload(request, reply) && !raw.readableEnded && !raw.destroyed)
      receiveRest(raw, { limitBytes: uploadLimitBytes, clock, onEnd: end });
    else end();
  });
}

function isAdmittedUpload(
  { routeOptions, butacaAccountId }: FastifyRequest,
  { statusCode }: FastifyReply,
): boolean {
  const isAdmitted = butacaAccountId !== undefined && statusCode !== 401 && statusCode !== 403;
  return isAdmitted && routeOptions.config.hasUpload === true;
}

/** Receives what is left of a body, and forgets it, until the client sends no more for a while. */
function receiveRest(
  raw: FastifyRequest['raw'],
  { limitBytes, clock, onEnd }: { limitBytes: number; clock: Clock; onEnd(): void },
): void {
  let receivedBytes = 0;
  let seenBytes = 0;
  let hasEnded = false;
  const end = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    stop();
    raw.off('data', count).off('end', end).off('close', end).off('error', end);
    onEnd();
  };
  const count = (chunk: Buffer): void => {
    receivedBytes += chunk.length;
    if (receivedBytes > limitBytes) end();
  };
  const stop = clock.every(lingerMs, () => {
    if (receivedBytes === seenBytes) end();
    seenBytes = receivedBytes;
  });
  raw.on('data', count).on('end', end).on('close', end).on('error', end);
  // The parser that began to read the body applies back-pressure for good; without the pipe, the rest is received.
  raw.unpipe();
  raw.resume();
}

function lingerBeforeEnd({ raw }: FastifyRequest, reply: FastifyReply, clock: Clock): void {
  void reply.header('connection', 'close');
  let receivedBytes = 0;
  raw.on('data', (chunk: Buffer) => {
    receivedBytes += chunk.length;
    if (receivedBytes > lingerBytes) raw.pause();
  });
  const stop = clock.after(lingerMs, () => raw.destroy());
  raw.once('end', stop).once('close', stop);
}
