import type {
  Endpoint,
  EndpointAnswer,
  EndpointByRoute,
  EndpointRequest,
  ErrorCode,
  RouteKey,
} from '@butaca/contract';
import type { FakeAccount, FakeMemory } from './fake-server-memory.ts';

/**
 * Thrown by a route of the fake server to answer with a known error code, if need be with additional fields in the
 * body.
 */
export class FakeRefusal extends Error {
  readonly code: ErrorCode;
  readonly payload: object;

  constructor(code: ErrorCode, payload: object = {}) {
    super(code);
    this.code = code;
    this.payload = payload;
  }
}

/**
 * Thrown by a route of the fake server to answer with a body that does not fit the API's definition, as foreign servers
 * do.
 */
export class FakeOddity extends Error {
  readonly body: unknown;

  constructor(body: unknown) {
    super('an answer outside the contract');
    this.body = body;
  }
}

/** Thrown by a route of the fake server to leave a request without any answer. */
export class FakeSilence extends Error {}

/** Thrown by the fake server to answer with an error status whose body has no message. */
export class FakeWordless extends Error {}

/** Thrown by the fake server to close the connection without an answer. */
export class FakeDrop extends Error {}

/** Thrown by a route of the fake server to answer with 202: the operation goes on in the background. */
export class FakeAccepted extends Error {
  readonly body: unknown;

  constructor(body: unknown) {
    super('accepted');
    this.body = body;
  }
}

/** What every route of the fake server receives besides its validated input: who calls, with which file. */
export interface FakeCaller {
  memory: FakeMemory;
  /** The account of the person who makes the request; `undefined` for a visitor without a session. */
  account: FakeAccount | undefined;
  token: string;
  deviceId: string;
  file: { name: string; text: string } | undefined;
  /** The text fields of the multipart form around an uploaded file, already validated. */
  form: Readonly<Record<string, string>>;
  /** Whether the client asked for an answer at once and the work in the background (`Prefer: respond-async`). */
  isAsync: boolean;
}

/** The routes of the fake server: a function for every API call that `@butaca/contract` defines. */
export type FakeRoutes = {
  [R in RouteKey]: (
    request: EndpointRequest<EndpointByRoute<R> & Endpoint>,
    caller: FakeCaller,
  ) => EndpointAnswer<EndpointByRoute<R> & Endpoint>;
};

/**
 * The account of the person who makes the request; the fake server has checked the session before it runs the route.
 */
export function personOf({ account }: FakeCaller): FakeAccount {
  if (account === undefined) throw new FakeRefusal('session.required');
  return account;
}
