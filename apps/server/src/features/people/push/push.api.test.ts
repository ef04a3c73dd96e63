import { pushDevicesMost } from '@butaca/contract';
import { startFakePushService, type FakeBrowser, type FakePushService } from '@butaca/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startGuideTest, type GuideTest } from '../../../../test/guide-test.ts';
import { makeGuide } from '../../../../test/make-guide.ts';
import type { Person } from '../../../../test/test-app.ts';

let test: GuideTest;
let service: FakePushService;
let channelId: string;
let sourceId: string;
let publicKey: string;

beforeAll(async () => {
  service = await startFakePushService(() => test.clock.now().getTime());
  test = await startGuideTest(
    { PUBLIC_URL: 'https://tv.example' },
    { connectToPushServices: service.connect },
  );
  ({ Uno: channelId = '' } = await test.addChannels({ Uno: 'tvg-id="Uno.es"' }));
  const programme = { channel: 'Uno.es', start: test.at(0), stop: test.at(20), title: 'Noticias' };
  test.upstream.answer('/g.xml', { body: makeGuide({ 'Uno.es': 'Uno' }, [programme]) });
  // It is read when a test says so.
  ({ _id: sourceId } = await test.addSource('/g.xml', { refreshHours: 168 }));
  ({
    body: { publicKey },
  } = await test.app.call('GET /api/push', {}, await test.app.viewer()));
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await test.clock.advance(3_600_000);
  test.beginHour();
  await showFilm(120);
});

/** Lets the channel show a film that begins in so many minutes and lasts an hour, and other programmes before and after. */
async function showFilm(minutes: number): Promise<void> {
  test.upstream.answer('/g.xml', {
    body: makeGuide({ 'Uno.es': 'Uno' }, [
      { channel: 'Uno.es', start: test.at(0), stop: test.at(20), title: 'Noticias' },
      { channel: 'Uno.es', start: test.at(minutes), stop: test.at(minutes + 60), title: 'La película' },
      { channel: 'Uno.es', start: test.at(600), stop: test.at(660), title: 'El concierto' },
    ]),
  });
  await test.refresh(sourceId);
}

const stateOf = async (person: Person) => (await test.app.call('GET /api/push', {}, person)).body;
const ask = (browser: Pick<FakeBrowser, 'subscription'>, person: Person, more: object = {}) =>
  test.app.call(
    'PUT /api/push',
    { body: { subscription: browser.subscription, kinds: ['reminders'], ...more } },
    person,
  );
const remind = async (person: Person, minutes = 120) => {
  const body = { channelId, startsAt: test.at(minutes).toISOString() };
  const { body: reminder, status } = await test.app.call('POST /api/guide/reminders', { body }, person);
  expect(status).toBe(201);
  return reminder;
};
/** Lets time pass to a minute, and sends what is due then. */
async function passTo(minutes: number): Promise<void> {
  await test.clock.advance(test.at(minutes).getTime() - test.clock.now().getTime());
  await test.app.app.push.look();
}
/** Makes a person with a reminder of the film, and a browser with a push subscription that asks for reminders. */
async function prepare() {
  const person = await test.app.viewer('premium');
  const browser = service.subscribe(publicKey);
  expect((await ask(browser, person)).status).toBe(200);
  const reminder = await remind(person);
  return { person, browser, reminder };
}

it('a device gets no notices until it asks for a kind, and none after it has taken that back', async () => {
  const person = await test.app.viewer();
  expect(await stateOf(person)).toEqual({ publicKey, kinds: [], endpoint: null });
  const browser = service.subscribe(publicKey);
  const { endpoint } = browser.subscription;
  expect((await ask(browser, person)).body).toEqual({ publicKey, kinds: ['reminders'], endpoint });
  const other = await test.app.login(person);
  expect((await stateOf(other)).kinds).toEqual([]);
  await test.app.call('DELETE /api/push', {}, person);
  expect((await test.app.call('DELETE /api/push', {}, person)).status).toBe(200);
  expect(await stateOf(person)).toMatchObject({ kinds: [], endpoint: null });
});

it('a reminder is sent once, encrypted for the browser, for as long as its programme lasts', async () => {
  const { browser, reminder } = await prepare();
  await passTo(118.9);
  expect(browser.requests).toBe(0);
  await passTo(119);
  const [message] = browser.received;
  expect(message?.notice).toEqual({
    kind: 'reminders',
    tag: reminder._id,
    title: 'La película',
    place: 'Uno',
    startsAt: test.at(120).toISOString(),
    endsAt: test.at(180).toISOString(),
    path: `/watch/channel/${channelId}`,
  });
  expect(message?.headers).toMatchObject({
    ttl: String(61 * 60),
    urgency: 'high',
    topic: expect.stringMatching(/^[\w-]{32}$/),
  });
  for (const minute of [119, 121, 150, 179]) await passTo(minute);
  expect(browser.requests).toBe(1);
});

it('a programme that the guide has moved is announced at its new time', async () => {
  const { browser } = await prepare();
  await showFilm(150);
  await passTo(148.9);
  expect(browser.requests).toBe(0);
  await passTo(149);
  expect(browser.received[0]?.notice).toMatchObject({ startsAt: test.at(150).toISOString() });
});

it('a programme that began while the server was away is announced until it is over', async () => {
  const { browser } = await prepare();
  const other = await prepare();
  await test.app.call('DELETE /api/push', {}, other.person);
  await passTo(179);
  expect(browser.received).toHaveLength(1);
  // A subscription gets no notice of programmes that began before it existed.
  await ask(other.browser, other.person);
  await passTo(179.5);
  expect(other.browser.requests).toBe(0);
});

it.each([
  [
    'the plan no longer opens the channel',
    async ({ username }: Person) => {
      const admin = test.admin;
      const { body } = await test.app.call('GET /api/admin/users', { query: { search: username } }, admin);
      const params = { id: body.users[0]?._id ?? '' };
      await test.app.call('PUT /api/admin/users/:id/plan', { params, body: { plan: 'gplay' } }, admin);
    },
  ],
  [
    'the reminder is taken back',
    async (person: Person) => {
      const { body } = await test.app.call('GET /api/guide/reminders', {}, person);
      const params = { id: body.reminders[0]?._id ?? '' };
      await test.app.call('DELETE /api/guide/reminders/:id', { params }, person);
    },
  ],
  ['the programme is moved', () => showFilm(170)],
])('nothing is sent when %s between two attempts', async (_name, change) => {
  const { browser, person } = await prepare();
  browser.answers.push({ status: 503 });
  await passTo(119);
  await change(person);
  await passTo(121);
  expect([browser.requests, browser.received]).toEqual([1, []]);
});

it.each([404, 410])('a subscription that its push service answers with %i is forgotten', async (status) => {
  const { browser, person } = await prepare();
  browser.answers.push({ status });
  await passTo(119);
  expect([browser.requests, (await stateOf(person)).endpoint]).toEqual([1, null]);
});

it('a push service that is busy is asked again when it says, and one that fails or is silent after a while', async () => {
  const { browser } = await prepare();
  browser.answers.push({ status: 429, headers: { 'retry-after': '300' } }, { status: 500 }, 'silent');
  const counts: number[] = [];
  for (const minute of [119, 123.9, 124, 124.9]) {
    await passTo(minute);
    counts.push(browser.requests);
  }
  expect(counts).toEqual([1, 1, 2, 2]);
  await test.clock.advance(6_000);
  const look = test.app.app.push.look();
  await expect.poll(() => browser.requests).toBe(3);
  await test.clock.advance(10_000);
  await look;
  await passTo(127);
  expect(browser.requests).toBe(3);
  await passTo(128);
  expect([browser.requests, browser.received.length]).toEqual([4, 1]);
});

it('a notice is given up when its programme will be over', async () => {
  const { browser } = await prepare();
  browser.answers.push({ status: 429, headers: { 'retry-after': '3660' } });
  for (const minute of [119, 179, 179.9, 181]) await passTo(minute);
  expect([browser.requests, browser.received]).toEqual([1, []]);
});

it('a redirect is not followed, and a subscription that fails five times in a row is forgotten', async () => {
  const person = await test.app.viewer('premium');
  const [browser, target] = [service.subscribe(publicKey), service.subscribe(publicKey)];
  await ask(browser, person);
  const headers = { location: target.subscription.endpoint };
  browser.answers.push(...Array.from({ length: 5 }, () => ({ status: 307, headers })));
  const starts = [0, 1, 2, 3, 4].map((index) => 120 + 10 * index);
  const programmes = starts.map((start) => ({
    channel: 'Uno.es',
    start: test.at(start),
    stop: test.at(start + 10),
    title: `Corto ${start}`,
  }));
  test.upstream.answer('/g.xml', { body: makeGuide({ 'Uno.es': 'Uno' }, programmes) });
  await test.refresh(sourceId);
  for (const start of starts) await remind(person, start);
  for (const start of starts) {
    expect((await stateOf(person)).endpoint).toBe(browser.subscription.endpoint);
    await passTo(start);
  }
  expect((await stateOf(person)).endpoint).toBeNull();
  expect([browser.requests, target.requests]).toEqual([5, 0]);
});

it('a session that ends takes its subscription with it', async () => {
  const person = await test.app.viewer();
  const [one, other] = [person, await test.app.login(person)];
  const browsers = [service.subscribe(publicKey), service.subscribe(publicKey)];
  await ask(browsers[0]!, one);
  await ask(browsers[1]!, other);
  const count = async () => {
    const endpoints = browsers.map(({ subscription }) => subscription.endpoint);
    const rows = await test.app.db
      .selectFrom('push_subscription')
      .select('id')
      .where('endpoint', 'in', endpoints)
      .execute();
    return rows.length;
  };
  expect(await count()).toBe(2);
  await test.app.call('POST /api/auth/logout', {}, other);
  expect(await count()).toBe(1);
  await test.app.call('DELETE /api/devices/:deviceId', { params: { deviceId: one.deviceId } }, one);
  expect(await count()).toBe(0);
});

it('a browser belongs to the account that has asked last', async () => {
  const [former, person] = [await test.app.viewer(), await test.app.viewer()];
  const browser = service.subscribe(publicKey);
  await ask(browser, former);
  await ask(browser, person);
  expect([(await stateOf(former)).kinds, (await stateOf(person)).kinds]).toEqual([[], ['reminders']]);
});

it('two accounts that give the same browser at once do not both keep it', async () => {
  const everybody = await Promise.all([1, 2, 3, 4].map(() => test.app.viewer()));
  const browser = service.subscribe(publicKey);
  const answers = await Promise.all(everybody.map((person) => ask(browser, person)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  const states = await Promise.all(everybody.map(stateOf));
  expect(states.filter(({ kinds }) => kinds.length > 0)).toHaveLength(1);
});

it('an account gets notices on so many devices, and its own again where it has them', async () => {
  const person = await test.app.viewer();
  const devices = [person];
  while (devices.length <= pushDevicesMost) devices.push(await test.app.login(person));
  const last = devices.pop();
  for (const device of devices) expect((await ask(service.subscribe(publicKey), device)).status).toBe(200);
  expect((await ask(service.subscribe(publicKey), last!)).body).toMatchObject({ code: 'push.too_many' });
  expect((await ask(service.subscribe(publicKey), person)).status).toBe(200);
});

const valid = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
it.each([
  ['an address without TLS', { endpoint: 'http://push.example/a' }, 'input.invalid'],
  ['this machine', { endpoint: 'https://127.0.0.1/a' }, 'push.subscription_invalid'],
  ['a private address', { endpoint: 'https://[fd00::1]:8443/a' }, 'push.subscription_invalid'],
  ['an address written as a number', { endpoint: 'https://0x7f000001/a' }, 'push.subscription_invalid'],
  ['a password', { endpoint: 'https://ana:clave@push.example/a' }, 'push.subscription_invalid'],
  [
    'an address that grows',
    { endpoint: `https://push.example/${'ñ'.repeat(1_500)}` },
    'push.subscription_invalid',
  ],
  ['an endless address', { endpoint: `https://push.example/${'a'.repeat(3_000)}` }, 'input.invalid'],
  ['a key that is no point', { keys: { p256dh: `B${'A'.repeat(86)}` } }, 'push.subscription_invalid'],
  ['a short key', { keys: { p256dh: 'BCVx' } }, 'input.invalid'],
  ['a short secret', { keys: { auth: 'abc' } }, 'input.invalid'],
])('a subscription with %s is refused', async (_name, given, code) => {
  const { endpoint = 'https://push.example/a', keys } = given as { endpoint?: string; keys?: object };
  const subscription = { endpoint, keys: { p256dh: valid, auth: 'BTBZMqHH6r4Tts7J_aSIgg', ...keys } };
  const person = await test.app.viewer();
  expect((await ask({ subscription }, person)).body).toMatchObject({ code });
  expect((await stateOf(person)).endpoint).toBeNull();
});

it.each([[[]], [['novelties']], [['reminders', 'reminders']]])('the kinds %j are refused', async (kinds) => {
  const answer = await ask(service.subscribe(publicKey), await test.app.viewer(), { kinds });
  expect(answer.body).toMatchObject({ code: 'input.invalid' });
});

it('a browser that has got another subscription replaces its former one with that one’s secrets alone', async () => {
  const { browser, person } = await prepare();
  const next = service.subscribe(publicKey);
  const { endpoint, keys } = browser.subscription;
  const renew = (previous: { endpoint: string; auth: string }) =>
    test.app.call('POST /api/push/renewals', { body: { previous, subscription: next.subscription } });
  const wrong = service.subscribe(publicKey).subscription.keys.auth;
  expect((await renew({ endpoint, auth: wrong })).body).toMatchObject({ code: 'push.not_found' });
  expect((await renew({ endpoint, auth: keys.auth })).status).toBe(200);
  expect((await stateOf(person)).endpoint).toBe(next.subscription.endpoint);
  await passTo(119);
  expect([next.received.length, browser.requests]).toEqual([1, 0]);
});

it('a browser that has replaced a subscription for a former key of the server is still one for that key', async () => {
  const { browser, person } = await prepare();
  const { endpoint, keys } = browser.subscription;
  const former = Buffer.from(valid, 'base64url');
  await test.app.db
    .updateTable('push_subscription')
    .set({ public_key: former })
    .where('endpoint', '=', endpoint)
    .execute();
  const next = service.subscribe(valid);
  const body = { previous: { endpoint, auth: keys.auth }, subscription: next.subscription };
  expect((await test.app.call('POST /api/push/renewals', { body })).status).toBe(200);
  // Without an endpoint in the answer, the page makes a new push subscription the next time it opens.
  expect(await stateOf(person)).toMatchObject({ kinds: ['reminders'], endpoint: null });
  await passTo(119);
  expect(next.requests).toBe(0);
});

it('a name that leads into a private network is not connected to, also where providers may be there', async () => {
  await using plain = await startGuideTest({ UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8' });
  const { app, clock, upstream } = plain;
  const { Uno = '' } = await plain.addChannels({ Uno: 'tvg-id="Uno.es"' });
  upstream.answer('/g.xml', {
    body: makeGuide({ 'Uno.es': 'Uno' }, [
      { channel: 'Uno.es', start: plain.at(60), stop: plain.at(90), title: 'La película' },
    ]),
  });
  await plain.addSource('/g.xml');
  const person = await app.viewer('premium');
  const { subscription } = service.subscribe((await app.call('GET /api/push', {}, person)).body.publicKey);
  const endpoint = subscription.endpoint.replace('push.example', `localhost:${service.port}`);
  await app.call(
    'PUT /api/push',
    { body: { subscription: { ...subscription, endpoint }, kinds: ['reminders'] } },
    person,
  );
  const body = { channelId: Uno, startsAt: plain.at(60).toISOString() };
  await app.call('POST /api/guide/reminders', { body }, person);
  const connections = service.countConnections();
  await clock.advance(59 * 60_000);
  await app.app.push.look();
  expect(service.countConnections()).toBe(connections);
  // A router without a connection answers every name so; the subscription is not to blame.
  expect((await app.call('GET /api/push', {}, person)).body.endpoint).toBe(endpoint);
});
