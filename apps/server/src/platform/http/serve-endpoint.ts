import {
  errorsOf,
  type Access,
  type Endpoint,
  type EndpointAccepted,
  type EndpointAnswer,
  type EndpointRequest,
  type ErrorCode,
} from '@butaca/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { es } from 'zod/locales';
import { AppError, type ErrorDetail } from './app-error.ts';
import { freezeInput } from './freeze-input.ts';
import { FileDownload, sendFile } from './file-download.ts';
import { Accepted, Flow, sendEvents, sendTable } from './flow.ts';
import { compress, sendPrepared, takesGzip, type PreparedAnswer } from './prepared-answer.ts';
import { readUpload, type Upload } from './read-upload.ts';
import { serializerOf, writeAnswer } from './write-answer.ts';
import { atMost } from '../at-most.ts';

/**
 * Finds out who calls an API endpoint, and limits how many calls a session or address may make. The type `Session` is
 * defined by the features.
 */
export interface Authenticator<Session> {
  /**
   * Reads the session of a request from its token.
   *
   * @returns `undefined` when no token was sent
   * @throws AppError `session.expired` for an invalid token
   */
  readSession(request: FastifyRequest): Promise<Session | undefined>;
  isAdmin(session: Session): boolean;
  /** Whether the person signed in with a one-time password and must choose their own password before other calls. */
  mustChangePassword(session: Session): boolean;
  /** Returns headers for every answer to a session, refusals included. */
  headersOf(session: Session): Readonly<Record<string, string>>;
  /** Returns the account of a session, for the log. */
  accountIdOf(session: Session): string;
  /**
   * Counts the request towards the call limit of its session, or of its IP address. @throws AppError `limit.requests`
   */
  countRequest(request: FastifyRequest, session: Session | undefined): Promise<void>;
}

export interface CallContext<S, E extends Endpoint = Endpoint> {
  session: S;
  ip: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  log: FastifyRequest['log'];
  /** Makes the browser keep a cookie. @param cookie - a whole `set-cookie` header */
  keepCookie(cookie: string): void;
  /** Aborts when the client leaves before it has been answered. */
  readonly left: AbortSignal;
  /**
   * Returns the uploaded file of an endpoint that expects one.
   *
   * @param missing - the error code for a call without a file; default `list.missing`
   */
  upload(missing?: ErrorCode): Promise<Upload<E>>;
}

type SessionFor<A extends Access, Session> = A extends 'user' | 'admin'
  ? Session
  : A extends 'optional'
    ? Session | undefined
    : undefined;

export type Handler<E extends Endpoint, Session> = (
  request: EndpointRequest<E>,
  context: CallContext<SessionFor<E['access'], Session>, E>,
) => Promise<
  EndpointAnswer<E> | PreparedAnswer | Accepted<EndpointAccepted<E>> | Flow<EndpointAnswer<E>> | FileDownload
>;

/**
 * Serves one endpoint of the API, whose path, input and output server and clients share. It is the only way to add an
 * API route.
 */
export type ServeEndpoint<Session> = <E extends Endpoint>(endpoint: E, handler: Handler<E, Session>) => void;

const jsonType = 'application/json; charset=utf-8';

// The details of a refused request are in Spanish, also for a field whose schema has no sentence of its own.
z.config(es());

export function createServeEndpoint<Session>(
  app: FastifyInstance,
  authenticator: Authenticator<Session>,
): ServeEndpoint<Session> {
  const addresses: ParsedAddresses = new LRUCache(atMost(rememberedAddresses));
  return (endpoint, handler) => {
    const declared = errorsOf(endpoint);
    const [url = '', view] = endpoint.path.split('?view=');
    (endpoint.file === undefined ? app : app.uploads).route({
      method: endpoint.method,
      url,
      ...(view !== undefined && { constraints: { view } }),
      ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
      config: { access: endpoint.access, hasUpload: endpoint.file !== undefined },
      // The session is checked before the request body is read, so that the upload of a person who is not signed in is
      // refused without being received.
      onRequest: (request, reply) => admit(endpoint, request, reply, authenticator),
      handler: async (request, reply) => {
        try {
          const answer = await handler(
            parseInput(endpoint, request, addresses) as never,
            new RequestContext(endpoint, request, reply) as never,
          );
          if (isPrepared(answer)) {
            void reply.header('content-type', jsonType).header('cache-control', 'private, no-cache');
            return sendPrepared(request, reply, answer);
          }
          if (answer instanceof FileDownload) return await sendFile(reply, answer);
          if (answer instanceof Accepted) return await sendAccepted(answer, endpoint, reply);
          if (answer instanceof Flow) {
            return endpoint.flow === 'csv'
              ? sendTable(reply, answer)
              : sendEvents(reply, answer.items, serializerOf<Endpoint>(endpoint), () =>
                  isStillAllowed(endpoint, request, authenticator),
                );
          }
          return await sendAnswer(await writeAnswer(endpoint, answer as never), endpoint, request, reply);
        } catch (error) {
          if (error instanceof AppError && !declared.has(error.code)) {
            throw new Error(`${endpoint.method} ${endpoint.path} does not declare ${error.code}`, {
              cause: error,
            });
          }
          throw error;
        }
      },
    });
  };
}

/**
 * Reads the session of a request into `request.butacaSession`, and refuses callers without access. A request with an
 * invalid token counts towards the call limit of its IP address, so that nobody can guess tokens.
 */
async function admit<Session>(
  { access, beforeOwnPassword = false }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  authenticator: Authenticator<Session>,
): Promise<void> {
  let session: Session | undefined;
  try {
    if (access !== 'anyone') session = await authenticator.readSession(request);
  } finally {
    if (session !== undefined) {
      request.butacaAccountId = authenticator.accountIdOf(session);
      void reply.headers(authenticator.headersOf(session));
    }
    await authenticator.countRequest(request, session);
  }
  if (session === undefined && (access === 'user' || access === 'admin'))
    throw new AppError('session.required');
  if (access === 'admin' && session !== undefined && !authenticator.isAdmin(session)) {
    throw new AppError('role.forbidden');
  }
  if (session !== undefined && !beforeOwnPassword && authenticator.mustChangePassword(session)) {
    throw new AppError('account.password_change_required');
  }
  request.butacaSession = session;
}

/**
 * Whether the client of a stream of server-sent events may still receive events: its session may have ended or changed
 * since the start.
 */
async function isStillAllowed<Session>(
  { access }: Endpoint,
  request: FastifyRequest,
  authenticator: Authenticator<Session>,
): Promise<boolean> {
  try {
    const session = await authenticator.readSession(request);
    if (access === 'anyone' || access === 'optional') return true;
    return session !== undefined && (access !== 'admin' || authenticator.isAdmin(session));
  } catch {
    return false;
  }
}

/** The parsed input of GET requests by their URL, for URLs that are requested often, such as pages of a list. */
type ParsedAddresses = LRUCache<string, Record<string, unknown>>;
const rememberedAddresses = 2_000;
const rememberedAddressLength = 200;

/**
 * Parses the input of a request: path parameters, query and body. Parsed input is frozen, so that requests for the same
 * URL can share one object.
 */
function parseInput(
  endpoint: Endpoint,
  request: FastifyRequest,
  addresses: ParsedAddresses,
): Record<string, unknown> {
  if (endpoint.method !== 'GET' || request.url.length > rememberedAddressLength) {
    return parseParts(endpoint, request);
  }
  const known = addresses.get(request.url);
  if (known !== undefined) return known;
  const parsed = parseParts(endpoint, request);
  addresses.set(request.url, parsed);
  return parsed;
}

function parseParts(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const details: ErrorDetail[] = [];
  const parsed: Record<string, unknown> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint.input[part];
    if (schema === undefined) continue;
    const given = request[part];
    const result = schema.safeParse(given === undefined ? {} : given);
    if (result.success) parsed[part] = result.data;
    else {
      for (const issue of result.error.issues)
        details.push({ path: issue.path.join('.'), message: issue.message });
    }
  }
  if (details.length > 0) throw new AppError('input.invalid', { details: details.slice(0, 20) });
  return freezeInput(parsed);
}

/**
 * What the handler of an endpoint gets about a request. A class, because creating an object literal with a getter and
 * functions for each request costs more.
 */
class RequestContext<E extends Endpoint> implements CallContext<unknown, E> {
  readonly session: unknown;
  readonly ip: string;
  readonly headers: FastifyRequest['headers'];
  readonly log: FastifyRequest['log'];
  readonly #endpoint: E;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;

  constructor(endpoint: E, request: FastifyRequest, reply: FastifyReply) {
    this.session = request.butacaSession;
    this.ip = request.ip;
    this.headers = request.headers;
    this.log = request.log;
    this.#endpoint = endpoint;
    this.#request = request;
    this.#reply = reply;
  }

  get keepCookie() {
    return (cookie: string): void => {
      // Fastify adds up the cookies of an answer, also when they are equal.
      if (this.#reply.getHeader('set-cookie') !== cookie) void this.#reply.header('set-cookie', cookie);
    };
  }

  get left(): AbortSignal {
    const { raw } = this.#reply;
    const controller = new AbortController();
    const leave = (): void => {
      if (!raw.writableEnded) controller.abort();
    };
    // The client may have left while the session was read.
    if (raw.destroyed) leave();
    else raw.once('close', leave);
    return controller.signal;
  }

  get upload() {
    return (missing: ErrorCode = 'list.missing') => readUpload(this.#endpoint, this.#request, missing);
  }
}

function isPrepared(answer: unknown): answer is PreparedAnswer {
  return typeof answer === 'object' && answer !== null && 'json' in answer && Buffer.isBuffer(answer.json);
}

function sendAccepted(answer: Accepted<unknown>, endpoint: Endpoint, reply: FastifyReply): FastifyReply {
  return reply
    .code(202)
    .header('cache-control', 'no-store')
    .header('preference-applied', 'respond-async')
    .header('content-type', jsonType)
    .send(JSON.stringify(endpoint.accepted?.parse(answer.body)));
}

async function sendAnswer(
  json: Buffer,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  void reply
    .code(endpoint.status)
    .header('content-type', jsonType)
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding');
  const gzipped = takesGzip(request) ? await compress(json) : undefined;
  return gzipped === undefined ? reply.send(json) : reply.header('content-encoding', 'gzip').send(gzipped);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the HTTP route. With `stream-token` the token in the URL authorises the call. */
    access?: Access | 'stream-token';
    hasUpload?: boolean;
  }
  interface FastifyRequest {
    butacaSession: unknown;
    butacaAccountId: string | undefined;
    butacaErrorCode: ErrorCode | undefined;
  }
}
