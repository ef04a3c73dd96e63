import type { z } from 'zod';
import type { ErrorCode } from './error.ts';

/**
 * Who may call an endpoint: `anyone`, and no session is read · `optional`, anyone, and a session is read when it is
 * sent · `user`, any active person · `admin`, administrators only.
 */
export type Access = 'anyone' | 'optional' | 'user' | 'admin';

export interface EndpointInput {
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
}

/** One API call. Server routes, the typed client and the API page are all derived from these objects. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /**
   * The path from the root, parameters as `:name`. Where two endpoints have the same method and path, a request with
   * `?view=admin` reaches the endpoint whose path ends with `?view=admin`.
   */
  path: `/api/${string}`;
  access: Access;
  /**
   * Whether people signed in with a one-time password may call this endpoint before they have chosen their own
   * password.
   */
  beforeOwnPassword?: boolean;
  /** One sentence that describes the call on the API page. */
  summary: string;
  input: EndpointInput;
  /** The name of the multipart field with the one file that this call takes instead of a JSON body. */
  file?: string;
  /** The maximum body size in bytes, where it is larger than the default. */
  maxBodyBytes?: number;
  /** The text fields of the multipart form; the client may send them before or after the file. */
  form?: z.ZodObject;
  /**
   * Marks a streamed answer: server-sent events, each with an `output` in its `data:`, or the lines of a CSV table.
   * Browsers read both with `fetch`, because `EventSource` cannot send the session header.
   *
   * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
   */
  flow?: 'events' | 'csv';
  /** The body of the immediate 202 for clients that send `Prefer: respond-async`. */
  accepted?: z.ZodType;
  status: 200 | 201;
  output: z.ZodType;
  /** Error codes of this call, besides the codes that every call may answer with. */
  errors: readonly ErrorCode[];
}

/** Declares an endpoint and keeps its literal types. `status` defaults to 200 and `errors` to none. */
export function defineEndpoint<const E extends Omit<Endpoint, 'status' | 'errors'> & Partial<Endpoint>>(
  endpoint: E,
): E & { status: E['status'] extends 201 ? 201 : 200; errors: readonly ErrorCode[] } {
  return { status: 200, errors: [], ...endpoint } as never;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;
type Given<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** The input that a handler receives: parsed, with defaults, without undeclared keys. */
export type EndpointRequest<E extends Endpoint> = Given<{
  params: Parsed<E['input']['params']>;
  query: Parsed<E['input']['query']>;
  body: Parsed<E['input']['body']>;
}>;

/** Makes those properties optional whose value may be an empty object. */
type Loose<T> = { [K in keyof T as object extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as object extends T[K] ? K : never]?: T[K];
};

/** The input that a client sends to an endpoint. */
export type EndpointCall<E extends Endpoint> = Loose<
  Given<{
    params: Sent<E['input']['params']>;
    query: Sent<E['input']['query']>;
    body: Sent<E['input']['body']>;
  }>
>;

/** The text fields of an upload: as a handler receives them, and as a client sends them. */
export type EndpointForm<E extends Endpoint> = Parsed<E['form']>;
export type EndpointFormCall<E extends Endpoint> = Sent<E['form']>;
/** The body of the 202 for clients that asked not to wait (`Prefer: respond-async`). */
export type EndpointAccepted<E extends Endpoint> = Parsed<E['accepted']>;

/** The output of an endpoint: returned by its handler and received by its client. */
export type EndpointAnswer<E extends Endpoint> = z.output<E['output']>;

const everyCall: readonly ErrorCode[] = [
  'input.invalid',
  'request.malformed',
  'body.too_large',
  'body.wrong_type',
  'limit.requests',
  'server.unexpected',
  'server.unavailable',
  'server.storage_full',
];

/** Every error code that a call may answer with, including the codes common to all calls of its access. */
export function errorsOf(endpoint: Endpoint): ReadonlySet<ErrorCode> {
  const codes = new Set<ErrorCode>([...everyCall, ...endpoint.errors]);
  if (endpoint.access !== 'anyone') {
    codes.add('session.required').add('session.expired').add('account.password_change_required');
  }
  if (endpoint.access === 'admin') codes.add('role.forbidden');
  return codes;
}
