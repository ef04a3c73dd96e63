import type { z } from 'zod';
import type { ErrorCode } from './error.ts';

/**
 * Who may call an API endpoint. `anyone`: everybody, and the server does not look for a session · `optional`:
 * everybody, and the server reads the session if the request has one · `user`: any active person · `admin`:
 * administrators only.
 */
export type Access = 'anyone' | 'optional' | 'user' | 'admin';

export interface EndpointInput {
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
}

/**
 * The declaration of one API call. The server's routes, the typed client and the page that documents the API are all
 * made from these objects.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /**
   * The path of the call from the origin's root, with parameters as `:name`. Of two endpoints with the same method and
   * path, one may end with `?view=admin`: it gets the requests that carry this query.
   */
  path: `/api/${string}`;
  access: Access;
  /**
   * Whether a person who signed in with a one-time password may make this call before they have chosen their own
   * password.
   */
  beforeOwnPassword?: boolean;
  /** One sentence that describes the call on the page that documents the API. */
  summary: string;
  input: EndpointInput;
  /**
   * The name of the multipart field that holds the uploaded file, for a call that takes a file instead of a JSON body.
   */
  file?: string;
  /** The maximum size of the request body in bytes, where it is larger than the server's default. */
  maxBodyBytes?: number;
  /**
   * The text fields of the multipart form around an uploaded file; the client may send them before or after the file.
   */
  form?: z.ZodObject;
  /**
   * Marks an API call whose answer is streamed. `events`: server-sent events, each with one `output` as its `data:`.
   * `csv`: the lines of a CSV table. Browsers read such answers with `fetch`, because `EventSource` cannot send the
   * session header.
   *
   * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
   */
  flow?: 'events' | 'csv';
  /**
   * The body of the 202 that a client gets at once when it sends `Prefer: respond-async`, while the server goes on
   * working.
   */
  accepted?: z.ZodType;
  status: 200 | 201;
  output: z.ZodType;
  /** The error codes that this call may answer with, besides the codes that every call may answer with. */
  errors: readonly ErrorCode[];
}

/** Declares one API call and keeps its literal types. `status` defaults to 200 and `errors` to none. */
export function defineEndpoint<const E extends Omit<Endpoint, 'status' | 'errors'> & Partial<Endpoint>>(
  endpoint: E,
): E & { status: E['status'] extends 201 ? 201 : 200; errors: readonly ErrorCode[] } {
  return { status: 200, errors: [], ...endpoint } as never;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;
type Given<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/**
 * The input of an API call as the server's handler receives it: validated, with defaults filled in, without undeclared
 * keys.
 */
export type EndpointRequest<E extends Endpoint> = Given<{
  params: Parsed<E['input']['params']>;
  query: Parsed<E['input']['query']>;
  body: Parsed<E['input']['body']>;
}>;

/**
 * The input type of an API call with those parts (`params`, `query`, `body`) optional that may be empty objects, so
 * that a client can omit them.
 */
type Loose<T> = { [K in keyof T as object extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as object extends T[K] ? K : never]?: T[K];
};

/** The input of an API call as a client sends it: path parameters, query and body. */
export type EndpointCall<E extends Endpoint> = Loose<
  Given<{
    params: Sent<E['input']['params']>;
    query: Sent<E['input']['query']>;
    body: Sent<E['input']['body']>;
  }>
>;

/**
 * The text fields of a multipart upload: `EndpointForm` as the server's handler receives them, `EndpointFormCall` as a
 * client sends them.
 */
export type EndpointForm<E extends Endpoint> = Parsed<E['form']>;
export type EndpointFormCall<E extends Endpoint> = Sent<E['form']>;
/** The body of a call's 202 answer, sent to clients that asked not to wait for the result (`Prefer: respond-async`). */
export type EndpointAccepted<E extends Endpoint> = Parsed<E['accepted']>;

/** The answer of an API call: what the server's handler returns and the client receives. */
export type EndpointAnswer<E extends Endpoint> = z.output<E['output']>;

const everyCall: readonly ErrorCode[] = [
  'input.invalid',
  'request.malformed',
  'request.address_too_long',
  'body.too_large',
  'body.wrong_type',
  'limit.requests',
  'server.unexpected',
  'server.unavailable',
  'server.busy',
  'server.storage_full',
];

/**
 * Every error code that an API call may answer with: its own, those common to all calls, and those of its access level,
 * such as `session.required`.
 */
export function errorsOf(endpoint: Endpoint): ReadonlySet<ErrorCode> {
  const codes = new Set<ErrorCode>([...everyCall, ...endpoint.errors]);
  if (endpoint.access !== 'anyone') {
    codes.add('session.required').add('session.expired').add('account.password_change_required');
  }
  if (endpoint.access === 'admin') codes.add('role.forbidden');
  return codes;
}
