import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './error-code.ts';
import type { Endpoint } from './postgres-process.ts';
import { writeDurably } from './write-durably.ts';

/** The superuser of the embedded Postgres, which `initdb` makes; only the set-up of roles connects as this role. */
export const superuser = 'butaca';
/** The role as which the server connects to the embedded Postgres: it owns the product's database and is no superuser. */
export const serverRole = 'butaca_server';
export const productDatabase = 'butaca';

/** A role of the embedded Postgres with its password; `undefined` where none was set yet. */
export interface Login {
  role: typeof superuser | typeof serverRole;
  password: string | undefined;
}

/** The name of the file in Postgres's data folder that has a role's password. */
export const passwordFileOf = (role: Login['role']): string => `${role}.password`;

/** Makes a password that nobody has to type: 256 random bits. */
export const newPassword = (): string => randomBytes(32).toString('base64url');

/** Reads the login of a role from the private data folder; its password is `undefined` when it has no file. */
export async function readLogin(folder: string, role: Login['role']): Promise<Login> {
  try {
    return { role, password: await readFile(join(folder, passwordFileOf(role)), 'utf8') };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return { role, password: undefined };
    }
    throw error;
  }
}

export async function writePassword(folder: string, role: Login['role'], password: string): Promise<void> {
  await writeDurably(folder, passwordFileOf(role), password);
}

/** The connection URL of a database of the embedded Postgres. It contains the password: never log it. */
export function connectionStringFor(endpoint: Endpoint, database: string, { role, password }: Login): string {
  const user = password === undefined ? role : `${role}:${encodeURIComponent(password)}`;
  return endpoint.kind === 'loopback'
    ? `postgres://${user}@127.0.0.1:${endpoint.port}/${database}?sslmode=disable`
    : `postgres://${user}@localhost:${endpoint.port}/${database}?host=${encodeURIComponent(endpoint.folder)}&sslmode=disable`;
}
