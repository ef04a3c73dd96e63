import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';

/** A signed-in device of an account, for tests of several servers. */
export interface Person {
  username: string;
  token: string;
  deviceId: string;
}

/** What tests of several servers read of the answers of the API. */
export interface Body {
  _id: string;
  url: string;
  token: string;
  maxStreams: number;
  sharedStore?: string;
  code?: string;
  error?: string;
  status?: string;
  name: string;
  backups: { name: string }[];
  providers: { _id: string; usedConnections: number }[];
  user: { plan: string };
  watching: { accountId: string; username: string }[];
}

const password = 'clave-de-prueba-larga';

/** Creates calls of the API at any of several servers, which trust the forwarded addresses of this machine. */
export function createClusterCalls() {
  let addresses = 1;

  /** The address from which requests seem to come, in a network of its own for each person. */
  const clientAddress = (): string => `198.18.${addresses}.1`;

  async function call(origin: string, method: string, path: string, body?: object, person?: Partial<Person>) {
    const response = await fetch(origin + path, {
      method,
      headers: {
        'x-forwarded-for': clientAddress(),
        'x-device-id': person?.deviceId ?? randomBytes(16).toString('hex'),
        ...(person?.token !== undefined && { authorization: `Bearer ${person.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const cookie = response.headers
      .getSetCookie()
      .map((text) => text.replace(/;.*/, ''))
      .join('; ');
    return { status: response.status, body: (await response.json()) as Body, cookie };
  }

  async function enter(
    origin: string,
    way: 'login' | 'register',
    username: string,
    own: string,
  ): Promise<Person> {
    const deviceId = randomBytes(16).toString('hex');
    const path = `/api/auth/${way}`;
    const { status, body } = await call(origin, 'POST', path, { username, password: own }, { deviceId });
    expect(status).toBe(way === 'login' ? 200 : 201);
    return { username, token: body.token, deviceId };
  }

  return {
    call,
    clientAddress,
    /** Lets the following requests seem to come from another address. */
    useNextAddress(): void {
      addresses += 1;
    },
    signIn: (origin: string, username: string, own = password) => enter(origin, 'login', username, own),
    register: (origin: string) =>
      enter(origin, 'register', `persona-${randomBytes(4).toString('hex')}`, password),
  };
}
