import type {
  Endpoint,
  EndpointAnswer,
  EndpointByRoute,
  EndpointRequest,
  ErrorCode,
  RouteKey,
} from '@butaca/contract';
import type { FakeAccount, FakeMemory } from './fake-server-memory.ts';

/** Thrown by a route to answer with an error of the catalogue, with additional fields in the body. */
export class FakeRefusal extends Error {
  readonly code: ErrorCode;
  readonly payload: object;

  constructor(code: ErrorCode, payload: object = {}) {
    super(code);
    this.code = code;
    this.payload = payload;
  }
}

/** Thrown by a route to answer with a body that violates the contract, as foreign servers do. */
export class FakeOddity extends Error {
  readonly body: unknown;

  constructor(body: unknown) {
    super('an answer outside the contract');
    this.body = body;
  }
}

/** Thrown by a route to leave a request unanswered. */
export class FakeSilence extends Error {}

/** Thrown to answer with an error that has no message. */
export class FakeWordless extends Error {}

/** Thrown to close the connection without an answer. */
export class FakeDrop extends Error {}

/** Thrown by a route to answer with 202: the operation continues in the background. */
export class FakeAccepted extends Error {
  readonly body: unknown;

  constructor(body: unknown) {
    super('accepted');
    this.body = body;
  }
}

/** What every route of the fake server receives besides its parsed input. */
export interface FakeCaller {
  memory: FakeMemory;
  /** The signed-in account; `undefined` for visitors. */
  account: FakeAccount | undefined;
  token: string;
  deviceId: string;
  file: { name: string; text: string } | undefined;
  /** The text fields sent with an uploaded file, already validated. */
  form: Readonly<Record<string, string>>;
  /** Whether the client asked for a background operation (`Prefer: respond-async`). */
  isAsync: boolean;
}

/** The type of an object that implements every route of the contract. */
export type FakeRoutes = {
  [R in RouteKey]: (
    request: EndpointRequest<EndpointByRoute<R> & Endpoint>,
    caller: FakeCaller,
  ) => EndpointAnswer<EndpointByRoute<R> & Endpoint>;
};

/** The caller's account; the fake server has checked the session before the route runs. */
export function personOf({ account }: FakeCaller): FakeAccount {
  if (account === undefined) throw new FakeRefusal('session.required');
  return account;
}
