import type { z } from 'zod';
import type { ErrorCode } from './error.ts';

/**
 * Who may call: `anyone` without looking at a session · `optional` anyone, and the session is read when it is sent ·
 * `user` any active person · `admin` administrators only.
 */
export type Access = 'anyone' | 'optional' | 'user' | 'admin';

export interface EndpointInput {
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
}

/** One call of the wire contract. Server routes, the typed client and the API page are all made from it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /**
   * From the root, parameters as `:name`. Where two endpoints have the same method and path, a request with `?view=admin`
   * reaches the one whose path ends with it.
   */
  path: `/api/${string}`;
  access: Access;
  /** Open to people who have signed in with a one-time password and have not chosen their own yet. */
  beforeOwnPassword?: boolean;
  /** One sentence for the API page. */
  summary: string;
  input: EndpointInput;
  /** The multipart field of the one file that this call takes instead of a JSON body. */
  file?: string;
  /** The size limit of the body, where it is larger than the usual one. */
  maxBodyBytes?: number;
  /** The text fields of the form, which may stand before or after the file. */
  form?: z.ZodObject;
  /**
   * A streamed answer: events, each with an `output` in its `data:`, or the lines of a table. Browsers read it with `fetch`,
   * because `EventSource` cannot send the session.
   *
   * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
   */
  flow?: 'events' | 'csv';
  /** The body of the 202 that a client with `Prefer: respond-async` gets at once. */
  accepted?: z.ZodType;
  status: 200 | 201;
  output: z.ZodType;
  /** Codes that this call may answer besides those that every call may. */
  errors: readonly ErrorCode[];
}

/** Declares an endpoint and keeps its literal types. `status` is 200 and `errors` empty unless given. */
export function defineEndpoint<const E extends Omit<Endpoint, 'status' | 'errors'> & Partial<Endpoint>>(
  endpoint: E,
): E & { status: E['status'] extends 201 ? 201 : 200; errors: readonly ErrorCode[] } {
  return { status: 200, errors: [], ...endpoint } as never;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;
type Given<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** What a handler receives: parsed, defaulted, stripped of undeclared keys. */
export type EndpointRequest<E extends Endpoint> = Given<{
  params: Parsed<E['input']['params']>;
  query: Parsed<E['input']['query']>;
  body: Parsed<E['input']['body']>;
}>;

/** Makes parts optional that may be empty. */
type Loose<T> = { [K in keyof T as object extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as object extends T[K] ? K : never]?: T[K];
};

/** What a client sends. */
export type EndpointCall<E extends Endpoint> = Loose<
  Given<{
    params: Sent<E['input']['params']>;
    query: Sent<E['input']['query']>;
    body: Sent<E['input']['body']>;
  }>
>;

/** The text fields of an upload: what a client appends beside the file, and what a handler reads. */
export type EndpointForm<E extends Endpoint> = Parsed<E['form']>;
export type EndpointFormCall<E extends Endpoint> = Sent<E['form']>;
/** The body of a 202, for clients that asked not to wait. */
export type EndpointAccepted<E extends Endpoint> = Parsed<E['accepted']>;

/** What a client gets and a handler returns. */
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

/** Every code that a call may answer, the common ones of its access included. */
export function errorsOf(endpoint: Endpoint): ReadonlySet<ErrorCode> {
  const codes = new Set<ErrorCode>([...everyCall, ...endpoint.errors]);
  if (endpoint.access !== 'anyone') {
    codes.add('session.required').add('session.expired').add('account.password_change_required');
  }
  if (endpoint.access === 'admin') codes.add('role.forbidden');
  return codes;
}
