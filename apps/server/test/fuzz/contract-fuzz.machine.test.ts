/*
 * Sends hostile values in every input field of every API endpoint; the valid requests in which a field is replaced are
 * generated from the API contract's own schemas. An answer must never be a 5xx; an error must carry a code that the
 * endpoint declares and a Spanish sentence, and must not reveal server internals; a success must match the declared
 * schema.
 *
 * `npm test` tries a sample of all combinations, drawn with a fixed seed; `npm run prove -- fuzz --minutes N` draws with new
 * seeds for N minutes and prints the seed of each failure.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, errorsOf, type Endpoint, type ErrorBody } from '@butaca/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personHeaders, startTestApp, type Person, type TestApp } from '../test-app.ts';
import { hostileTexts, hostileValues } from './hostile-values.ts';
import { fieldPaths, replaceField, sampleInput, type Input, type KnownValues } from './sample-input.ts';

const all = Object.entries<Endpoint>(endpoints);
const minutes = Number(process.env['BUTACA_FUZZ_MINUTES'] ?? 0);
const quickRuns = 50;
const callerPassword = 'una clave larga y de quien llama';

let test: TestApp;
let caller: Person;
let made = 0;
beforeAll(async () => {
  test = await startTestApp({}, { isDemo: true });
  await mkdir(join(test.dataDir, 'descargas'));
  await writeFile(join(test.dataDir, 'descargas', 'butaca.apk'), 'una aplicación');
});
afterAll(() => test[Symbol.asyncDispose]());

/**
 * Creates a channel, a title, a collection and an account on the test server, so that generated requests do not end
 * with 404, and maps the names of input fields to the ids of these items.
 */
async function createKnownValues({ path }: Endpoint): Promise<KnownValues> {
  made += 1;
  const admin = await test.admin();
  const url = `http://127.0.0.1:9/${made}.mp4`;
  const plans = ['gplay'];
  const channel = await test.call(
    'POST /api/channels/admin',
    { body: { name: `Canal ${made}`, url: `http://127.0.0.1:9/${made}.m3u8`, requiresPlan: plans } },
    admin,
  );
  const video = await test.call(
    'POST /api/videos',
    { body: { title: `Título ${made}`, url, tipo: 'pelicula', mainSection: 'POR_GENERO' } },
    admin,
  );
  const collection = await test.call(
    'POST /api/collections',
    { body: { name: `Colección ${made}`, itemsModel: 'Video' } },
    admin,
  );
  const victim = await test.viewer();
  const { body: people } = await test.call(
    'GET /api/admin/users',
    { query: { search: victim.username } },
    admin,
  );
  const television = path.includes('activation')
    ? (await test.call('POST /api/auth/activation', { body: {} }, { token: '', deviceId: victim.deviceId }))
        .body
    : undefined;
  const [account] = people.users;
  const provider = path.includes('/providers')
    ? (await test.call('POST /api/admin/providers', { body: { address: listAddress } }, admin)).body
    : undefined;
  const ids: [part: string, id: string | undefined][] = [
    ['/channels/', channel.body._id],
    ['/collections/', collection.body._id],
    ['/users/', account?._id],
    ['/providers/', provider?._id],
    ['', video.body._id],
  ];
  return {
    id: ids.find(([part]) => path.includes(part))?.[1],
    itemId: video.body._id,
    itemType: path.includes('favourite') ? 'video' : 'movie',
    items: [video.body._id],
    videoIds: [video.body._id],
    userId: account?._id,
    accountId: account?._id,
    deviceId: victim.deviceId,
    ...(provider !== undefined && {
      address: listAddress,
      timeZone: 'America/Mexico_City',
      country: 'MX',
    }),
    ...(television !== undefined && { code: television.code, secret: television.secret }),
    username: `persona.nueva.${made}`,
    password: 'una clave larga y propia',
    currentPassword: callerPassword,
    newPassword: callerPassword,
    page: '1',
    limit: '3',
    days: '7',
    q: 'metropolis',
    search: 'a',
    url: `http://127.0.0.1:9/nuevo-${made}.mp4`,
    logo: '',
    thumbnail: '',
    customThumbnail: '',
    tmdbThumbnail: '',
    backdrop: '',
    trailerUrl: '',
    tipo: 'pelicula',
    mainSection: 'POR_GENERO',
    subcategoria: 'Netflix',
    duration: path.endsWith('/progress') ? 5_000 : '23:45',
    revision: undefined,
    requiresPlan: plans,
    expiresAt: '2090-01-01T00:00:00.000Z',
    name: nameFor(path),
    title: 'Un título',
    chapter: undefined,
  };
}

/** The address of a list to which the server refuses to connect. */
const listAddress = 'http://127.0.0.1:9/lista.m3u';

/** A valid name of what an endpoint's field `name` names: a file of the test server, or what the call creates. */
function nameFor(path: string): string {
  if (path.includes('backups')) return 'ninguna.bak';
  return path.includes('downloads') ? 'butaca.apk' : `Nombre ${made}`;
}

/**
 * Endpoints that the fuzz test calls only with hostile input, never with a valid request: a successful call takes
 * longer than a test may, or deletes data that other calls need.
 */
const onlyRefused = new Set(['createBackup', 'restoreBackup', 'removeDemo']);

async function send(endpoint: Endpoint, input: Input, person: Person) {
  const [path = '', view] = endpoint.path.split('?view=');
  const parts = path.split('/').map((part) => {
    if (!part.startsWith(':')) return part;
    return encodeLoosely(input.params?.[part.slice(1)]);
  });
  const query = Object.entries(input.query ?? {}).map(([key, value]) => `${key}=${encodeLoosely(value)}`);
  if (view !== undefined) query.push(`view=${view}`);
  return test.app.http.inject({
    method: endpoint.method,
    url: parts.join('/') + (query.length > 0 ? `?${query.join('&')}` : ''),
    headers: {
      ...personHeaders(person),
      ...(endpoint.method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(endpoint.method !== 'GET' && { payload: JSON.stringify(input.body ?? {}) }),
  });
}

/**
 * Percent-encodes any value for a URL. `encodeURIComponent` throws for a lone surrogate (half of a UTF-16 pair), which
 * clients can send, so a lone surrogate is sent as the bytes ED A0 80.
 */
function encodeLoosely(value: unknown): string {
  try {
    return encodeURIComponent(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  } catch {
    return '%ED%A0%80';
  }
}

/**
 * Creates an administrator account for the fuzz calls of one endpoint, since some calls end the sessions of their
 * caller.
 */
async function createCaller(): Promise<Person> {
  const caller = { username: `fuzz-${made}`, password: callerPassword };
  const boss = await test.admin();
  const body = { ...caller, role: 'admin' as const, currentPassword: boss.password };
  await test.call('POST /api/admin/users', { body }, boss);
  return test.login(caller);
}

/** Describes how an HTTP answer violates the API contract; `undefined` when the answer is as declared. */
function faultOf(
  endpoint: Endpoint,
  status: number,
  contentType: string,
  payload: string,
): string | undefined {
  // A 503 is a fault too: no endpoint declares one of its own (a busy provider, a busy conversion), and the database and
  // the disk of the test server work, so that no call may find the service unavailable.
  if (status >= 500) return `answered ${status} ${payload}`;
  if (/\bat .+:\d+:\d+|\bselect .+ from |node_modules|postgres:\/\//i.test(payload))
    return 'told of its inside';
  if (!contentType.startsWith('application/json'))
    return status < 400 ? undefined : `an error as ${contentType}`;
  const body = JSON.parse(payload) as unknown;
  if (status < 400) {
    const schema = status === 202 ? endpoint.accepted : endpoint.output;
    return schema?.safeParse(body).success === true ? undefined : 'a success of another shape than declared';
  }
  const { code, error, details = [] } = body as Partial<ErrorBody>;
  const english = details.find(({ message }) => /\b(?:expected|received|invalid input)\b/i.test(message));
  if (english !== undefined) return `the English sentence ${english.message}`;
  // A path parameter replaced by an empty text makes the URL match no route; the answer `route.not_found` is right
  // then.
  if (code === 'route.not_found') return undefined;
  if (code === undefined || !errorsOf(endpoint).has(code)) return `the undeclared code ${String(code)}`;
  return /^[¡¿A-ZÁÉÍÓÚ].*[.!?]$/s.test(error ?? '') ? undefined : `the sentence ${String(error)}`;
}

async function tryOne(name: string, endpoint: Endpoint, input: Input): Promise<void> {
  const response = await send(endpoint, input, caller);
  if (response.statusCode === 401) caller = await test.login(caller);
  const type = String(response.headers['content-type']);
  const fault = faultOf(
    endpoint,
    response.statusCode,
    type,
    type.startsWith('application/json') ? response.payload : '',
  );
  expect(fault, `${name} ${JSON.stringify(input).slice(0, 2_000)}`).toBeUndefined();
}

describe('hostile values in the fields of', () => {
  const secondsEach = (minutes * 60) / all.length;

  it.each(all)(
    '%s cause no 5xx and no undeclared answer',
    { timeout: 20_000 + secondsEach * 2_000 },
    async (name, endpoint) => {
      const sample = sampleInput(endpoint, await createKnownValues(endpoint));
      caller = await createCaller();
      const paths = fieldPaths(sample);
      if (!onlyRefused.has(name)) await tryOne(name, endpoint, sample);
      if (paths.length === 0) return;
      const mutation = fc.record({
        path: fc.constantFrom(...paths),
        value: fc.oneof(
          fc.constantFrom<unknown>(...hostileTexts, ...hostileValues, undefined),
          fc.string(),
          fc.jsonValue(),
        ),
      });
      await fc.assert(
        fc.asyncProperty(mutation, ({ path, value }) =>
          tryOne(name, endpoint, replaceField(sample, path, value)),
        ),
        minutes > 0
          ? {
              numRuns: 1_000_000,
              interruptAfterTimeLimit: secondsEach * 1_000,
              markInterruptAsFailure: false,
            }
          : { numRuns: quickRuns, seed: 20_261_122 },
      );
    },
  );
});
