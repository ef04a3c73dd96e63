/** Who signs in, and with what. */
export interface Account {
  username: string;
  password: string;
}

/** A person's session on one device, as a page stores it. */
export interface Session {
  token: string;
  user: { _id: string } & Record<string, unknown>;
  deviceId: string;
}

/**
 * Calls the product's API.
 *
 * @param url - the product's, without a path
 * @param route - the path, with what follows `?`
 * @returns the body of the answer
 * @throws {Error} with the status and the body of an answer that is no success
 */
export function callProduct<T = unknown>(
  url: string,
  method: string,
  route: string,
  options?: { body?: object | undefined; headers?: Readonly<Record<string, string>> },
): Promise<T>;

/** Makes a function that calls the product's API from one device, with a token or without. It throws as `callProduct` does. */
export function productCaller(
  url: string,
  deviceId: string,
): <T = unknown>(method: string, route: string, body?: object, token?: string) => Promise<T>;

/** Signs a person in, by default on a new device. */
export function openSession(url: string, account: Account, deviceId?: string): Promise<Session>;

/** Makes an account and signs it in, by default on a new device. */
export function registerPerson(url: string, account: Account, deviceId?: string): Promise<Session>;

/** The headers by which the API knows a session. */
export function sessionHeaders(session: Pick<Session, 'token' | 'deviceId'>): Record<string, string>;

/** Reads the generated password of one of the demo's accounts from the data folder. */
export function readDemoAccount(dataDir: string, username: string): Promise<Account>;
