import type {
  Endpoint,
  EndpointAnswer,
  EndpointByRoute,
  EndpointRequest,
  ErrorCode,
  RouteKey,
} from '@butaca/contract';
import type { FakeAccount, FakeMemory } from './fake-server-memory.ts';

/** Thrown by a route to answer an error of the catalogue, with what belongs in its body beside the usual. */
export class FakeRefusal extends Error {
  readonly code: ErrorCode;
  readonly payload: object;

  constructor(code: ErrorCode, payload: object = {}) {
    super(code);
    this.code = code;
    this.payload = payload;
  }
}

/** Thrown by a route to answer what no contract allows: other people's servers do. */
export class FakeOddity extends Error {
  readonly body: unknown;

  constructor(body: unknown) {
    super('an answer outside the contract');
    this.body = body;
  }
}

/** Thrown by a route that never answers. */
export class FakeSilence extends Error {}

/** Thrown to answer a failure that says nothing. */
export class FakeWordless extends Error {}

/** Thrown to close the connection without an answer. */
export class FakeDrop extends Error {}

/** Thrown by a route to answer 202: what was asked for goes on by itself. */
export class FakeAccepted extends Error {
  readonly body: unknown;

  constructor(body: unknown) {
    super('accepted');
    this.body = body;
  }
}

/** What every route gets beside its parsed input. */
export interface FakeCaller {
  memory: FakeMemory;
  /** Absent for visitors. */
  account: FakeAccount | undefined;
  token: string;
  deviceId: string;
  file: { name: string; text: string } | undefined;
  /** The text fields that came with the file; they have been checked. */
  form: Readonly<Record<string, string>>;
  /** The client does not want to wait (`Prefer: respond-async`). */
  isAsync: boolean;
}

/** What each route of the contract does. */
export type FakeRoutes = {
  [R in RouteKey]: (
    request: EndpointRequest<EndpointByRoute<R> & Endpoint>,
    caller: FakeCaller,
  ) => EndpointAnswer<EndpointByRoute<R> & Endpoint>;
};

/** Who the caller is; the server has checked before the route runs. */
export function personOf({ account }: FakeCaller): FakeAccount {
  if (account === undefined) throw new FakeRefusal('session.required');
  return account;
}
