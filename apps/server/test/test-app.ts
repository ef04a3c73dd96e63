import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  EndpointAnswer,
  EndpointByRoute,
  EndpointCall,
  ErrorBody,
  PlanKey,
  RouteKey,
} from '@butaca/contract';
import { catalogueNotificationChannel, type Database, type DatabaseConnection } from '@butaca/db';
import { clearCatalogue, createTestDatabase } from '@butaca/db/testing';
import type { Kysely } from 'kysely';
import { buildApp, type App } from '../src/app.ts';
import { readConfig, type Config } from '../src/platform/config.ts';
import type { PasswordCost } from '../src/features/people/accounts/index.ts';
import { createLog } from '../src/platform/log.ts';
import { projectRoot } from '../src/platform/project-root.ts';
import type { AppNeeds } from '../src/wiring/app-base.ts';

/** A test account that is signed in on a device: what a client stores about its session, and the password. */
export interface Person {
  username: string;
  password: string;
  deviceId: string;
  token: string;
}

/**
 * The server's answer to an HTTP call of a test: its status, and its body, typed by the API contract or as an error.
 */
export interface Answer<R extends RouteKey> {
  status: number;
  body: EndpointAnswer<EndpointByRoute<R>> & Partial<ErrorBody>;
  headers: Record<string, string | string[] | number | undefined>;
}

export interface TestApp extends AsyncDisposable {
  app: App;
  /** The test server's database, for test data that no HTTP call can create. */
  db: Kysely<Database>;
  dataDir: string;
  /** The log lines that the test server has written, as JSON texts. */
  logged: string[];
  call<R extends RouteKey>(
    route: R,
    sent?: EndpointCall<EndpointByRoute<R>>,
    person?: Pick<Person, 'token' | 'deviceId'>,
  ): Promise<Answer<R>>;
  /** Uploads a text as the M3U file of a channel import (`POST /api/channels/admin/process-m3u`). */
  upload(
    person: Person,
    fileName: string,
    content: string | Buffer,
  ): Promise<Answer<'POST /api/channels/admin/process-m3u'>>;
  admin(): Promise<Person>;
  viewer(plan?: PlanKey): Promise<Person>;
  login(person: Pick<Person, 'username' | 'password'>, deviceId?: string): Promise<Person>;
  /** The address of the test server's HTTP port, which listens from the first call on. */
  origin(): Promise<string>;
  /**
   * Deletes the catalogue and what else tests have imported and recorded, the files of imports and the {@link logged}
   * lines, so that the tests of a file can share one server. What people are and have (accounts, sessions) stays.
   */
  clearCatalogue(): Promise<void>;
}

export const newDeviceId = (): string => randomBytes(16).toString('hex');

/**
 * The lowest argon2 cost that the library accepts, because server tests sign in often and do not test password hashing.
 */
const cheapPasswords: PasswordCost = { memoryCost: 8, timeCost: 1 };

/**
 * Starts the real server application for a test, with an empty database of its own; with `isDemo` the demo catalogue is
 * installed in the database.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  more: {
    config?: Partial<Config>;
    isDemo?: boolean;
    /** Opens the test's database for the server in another way. */
    openDatabase?(databaseUrl: string): Promise<DatabaseConnection>;
  } & Pick<
    AppNeeds,
    | 'clock'
    | 'passwordCost'
    | 'imageLimits'
    | 'streamTiming'
    | 'trialLeadSeconds'
    | 'conversionLimits'
    | 'generationLimits'
    | 'confinementKinds'
    | 'checkTiming'
    | 'listEncoderDevices'
    | 'encoderTiming'
    | 'connectToPushServices'
    | 'factSourceUrls'
  > = {},
): Promise<TestApp> {
  const database = await createTestDatabase();
  const opened = (await more.openDatabase?.(database.connectionString)) ?? database;
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-test-'));
  const logged: string[] = [];
  const config = {
    ...readConfig({
      DATA_DIR: dataDir,
      LOGIN_ATTEMPTS_PER_MINUTE: '0',
      REGISTRATIONS_PER_DAY: '0',
      REQUESTS_PER_MINUTE: '0',
      ...env,
    }),
    ...more.config,
  };
  const app = await buildApp({
    config,
    database: opened,
    log: createLog('debug', { write: (line) => logged.push(line) }),
    demoDir: join(projectRoot(), 'demo'),
    webDir: join(dataDir, 'no-web-client'),
    ...(more.clock && { clock: more.clock }),
    // The tests of a worker share their event loop with the server, so that being late says nothing about the server.
    eventLoopDelayLimitMs: 0,
    passwordCost: 'passwordCost' in more ? more.passwordCost : cheapPasswords,
    streamTiming: more.streamTiming,
    trialLeadSeconds: more.trialLeadSeconds,
    confinementKinds: more.confinementKinds,
    checkTiming: more.checkTiming,
    listEncoderDevices: more.listEncoderDevices,
    encoderTiming: more.encoderTiming,
    connectToPushServices: more.connectToPushServices,
    factSourceUrls: more.factSourceUrls,
    ...(more.conversionLimits && { conversionLimits: more.conversionLimits }),
    ...(more.generationLimits && { generationLimits: more.generationLimits }),
    ...(more.imageLimits && { imageLimits: more.imageLimits }),
  });
  await app.http.ready();
  if (more.isDemo === true) await app.demo.ensureSeeded(app.demoTargets);
  const adminPassword = 'clave-de-administracion';
  await app.accounts.ensureAdmin({ username: 'jefa', password: adminPassword });
  /** The sign-in of the administrator, which all calls of a test share: many at once would exceed the limit. */
  let admin: Promise<Person> | undefined;
  let people = 0;
  let listening: Promise<string> | undefined;
  /** Is called for each catalogue version of which the test server is notified, after the server itself. */
  let noteVersion: (version: string | null) => unknown = () => undefined;
  let noting: Promise<void> | undefined;

  const test: TestApp = {
    app,
    db: database.db,
    dataDir,
    logged,
    async call(route, sent, person) {
      const [method, path] = route.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string];
      const {
        params = {},
        query = {},
        body,
      } = (sent ?? {}) as {
        params?: Record<string, string>;
        query?: Record<string, string>;
        body?: object;
      };
      const response = await app.http.inject({
        method,
        url: path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? '')),
        query,
        headers: person === undefined ? {} : personHeaders(person),
        ...(body !== undefined && { payload: body }),
      });
      return { status: response.statusCode, body: response.json(), headers: response.headers };
    },
    async upload(person, fileName, content) {
      const boundary = 'frontera-de-prueba';
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="m3uFile"; filename="${fileName}"\r\nContent-Type: audio/x-mpegurl\r\n\r\n`;
      const response = await app.http.inject({
        method: 'POST',
        url: '/api/channels/admin/process-m3u',
        headers: { ...personHeaders(person), 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: Buffer.concat([
          Buffer.from(head),
          Buffer.from(content),
          Buffer.from(`\r\n--${boundary}--\r\n`),
        ]),
      });
      return { status: response.statusCode, body: response.json(), headers: response.headers };
    },
    async admin() {
      admin ??= test.login({ username: 'jefa', password: adminPassword });
      return admin;
    },
    async viewer(plan = 'gplay') {
      people += 1;
      const person = {
        username: `persona-${people}`,
        password: 'una clave larga y propia',
        deviceId: newDeviceId(),
      };
      const { body } = await test.call(
        'POST /api/auth/register',
        { body: person },
        { token: '', deviceId: person.deviceId },
      );
      if (!('token' in body)) throw new Error(`registration failed: ${JSON.stringify(body)}`);
      if (plan !== 'gplay') {
        const boss = await test.admin();
        const { body: page } = await test.call(
          'GET /api/admin/users',
          { query: { search: person.username } },
          boss,
        );
        const account = page.users.find(({ username }) => username === person.username);
        await test.call(
          'PUT /api/admin/users/:id/plan',
          { params: { id: account?._id ?? '' }, body: { plan } },
          boss,
        );
      }
      return { ...person, token: body.token };
    },
    async login({ username, password }, deviceId = newDeviceId()) {
      const { status, body } = await test.call(
        'POST /api/auth/login',
        { body: { username, password } },
        { token: '', deviceId },
      );
      if (status !== 200) throw new Error(`login failed: ${JSON.stringify(body)}`);
      return { username, password, deviceId, token: body.token };
    },
    async origin() {
      listening ??= app.http.listen({ port: 0, host: '127.0.0.1' });
      return listening;
    },
    async clearCatalogue() {
      noting ??= opened.listen(catalogueNotificationChannel, (version) => noteVersion(version));
      await noting;
      const { noticed } = await database.db.transaction().execute(async (trx) => {
        const cleared = String(await clearCatalogue(trx));
        return {
          noticed: new Promise<void>((resolve) => {
            noteVersion = (version) => version === cleared && resolve();
          }),
        };
      });
      await noticed;
      logged.length = 0;
      for (const name of await readdir(join(dataDir, 'uploads')).catch(() => []))
        await rm(join(dataDir, 'uploads', name), { recursive: true, force: true });
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await opened.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return test;
}

export function personHeaders(person: Pick<Person, 'token' | 'deviceId'>): Record<string, string> {
  return {
    'x-device-id': person.deviceId,
    ...(person.token !== '' && { authorization: `Bearer ${person.token}` }),
  };
}
