/*
 * Calls every endpoint of the API contract as every kind of caller (visitor, expired session, viewer of each plan,
 * administrator, …), and checks which calls are refused, with which error code, and that a refused call changes nothing
 * in the database. `npm run prove -- matrix` prints one line per kind of caller.
 */
import { endpoints, type Endpoint, type ErrorBody, type ErrorCode } from '@butaca/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorNames, createActors, type Actor } from './matrix-actors.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const all = Object.entries<Endpoint>(endpoints);

let test: TestApp;
let actors: Actor[];
beforeAll(async () => {
  test = await startTestApp({}, { isDemo: true });
  actors = await createActors(test);
});
afterAll(() => test[Symbol.asyncDispose]());

/**
 * The error code with which a call must be refused before the server reads its input, from the endpoint's access rule
 * and the caller's standing; `undefined` when the call is admitted.
 */
function refusalOf(
  { access, beforeOwnPassword = false }: Endpoint,
  { standing }: Actor,
): ErrorCode | undefined {
  if (access === 'anyone') return undefined;
  if (standing === 'refused') return 'session.expired';
  if (standing === 'nobody') return access === 'optional' ? undefined : 'session.required';
  if (access === 'admin' && standing !== 'administrator') return 'role.forbidden';
  if (standing === 'before own password' && !beforeOwnPassword) return 'account.password_change_required';
  return undefined;
}

const refusals = new Set<ErrorCode | undefined>([
  'session.required',
  'session.expired',
  'role.forbidden',
  'account.password_change_required',
]);
const isRefusal = (code: ErrorCode | undefined): code is ErrorCode => refusals.has(code);

/**
 * Whether an endpoint that visitors may call has refused this call for lack of a session: some such endpoints require a
 * session for certain queries.
 */
const asksForSession = ({ access }: Endpoint, code: ErrorCode): boolean =>
  access === 'optional' && code === 'session.required';

function requireActor(name: string): Actor {
  const actor = actors.find((one) => one.name === name);
  if (actor === undefined) throw new Error(`${name} was not made`);
  return actor;
}

/**
 * Calls an endpoint with a request body that is not JSON. The server decides who may call before it reads the body, so
 * an admitted call changes nothing either, and is answered with `request.malformed`.
 */
async function callAs(
  endpoint: Endpoint,
  { headers }: Actor,
): Promise<{ status: number; code: ErrorCode | undefined }> {
  const [path = '', view] = endpoint.path.split('?view=');
  const response = await test.app.http.inject({
    method: endpoint.method,
    url: path.replace(/:\w+/g, 'nada') + (view === undefined ? '' : `?view=${view}`),
    headers: { ...headers, ...(endpoint.method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(endpoint.method !== 'GET' && { payload: '{' }),
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return { status: response.statusCode, code: isJson ? response.json<Partial<ErrorBody>>().code : undefined };
}

/**
 * Hashes all rows of each database table, so that a test can see whether a call has changed any. `device` and `session`
 * are left out, because every call updates the time of last activity in them.
 */
async function hashTables(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('device', 'session')
    order by 1`.execute(test.db);
  const hashOf = (name: string) => sql`
    select ${name} as name, md5(string_agg(md5(t::text), '' order by t::text)) as hash from ${sql.table(name)} t`;
  const { rows } = await sql<{ name: string; hash: string | null }>`${sql.join(
    tables.map(({ name }) => hashOf(name)),
    sql` union all `,
  )}`.execute(test.db);
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash ?? 'empty']));
}

/** What the tables were like after the calls of the actor before. */
let hashes: Record<string, string> | undefined;

describe('the matrix of endpoints and actors', () => {
  it('contains every actor once', () => {
    expect(actors.map(({ name }) => name)).toEqual(actorNames);
  });

  it.each(actorNames)(
    'gives %s the declared answer of each endpoint, and a refused call changes nothing',
    async (name) => {
      const actor = requireActor(name);
      const before = (hashes ??= await hashTables());
      const wrong: unknown[] = [];
      for (const [call, endpoint] of all) {
        const expected = refusalOf(endpoint, actor);
        const { status, code } = await callAs(endpoint, actor);
        const isAdmitted = status < 500 && (!isRefusal(code) || asksForSession(endpoint, code));
        const isRight = expected === undefined ? isAdmitted : code === expected;
        if (!isRight) wrong.push({ actor: actor.name, endpoint: call, expected, status, code });
      }
      expect(wrong).toEqual([]);
      hashes = await hashTables();
      expect(hashes).toEqual(before);
    },
  );

  it.each(actorNames)(
    'gives %s an address for a television exactly where it gives one to play here',
    async (name) => {
      const { headers } = requireActor(name);
      const admin = await test.admin();
      const { body: films } = await test.call(
        'GET /api/videos',
        { query: { tipo: 'pelicula', limit: '100' } },
        admin,
      );
      const { body: lives } = await test.call('GET /api/channels/list', undefined, admin);
      const paths = [
        ...films.videos.slice(0, 8).map(({ _id }) => `/api/videos/${_id}`),
        ...lives.channels.slice(0, 4).map(({ _id }) => `/api/channels/id/${_id}`),
      ];
      const ask = async (url: string) => {
        const response = await test.app.http.inject({ url, headers });
        const { code, url: address } = response.json<{ code?: string; url?: string | null }>();
        return { status: response.statusCode, code, isAddressed: typeof address === 'string' };
      };
      for (const path of paths) expect(await ask(`${path}?for=cast`)).toEqual(await ask(path));
    },
  );
});
