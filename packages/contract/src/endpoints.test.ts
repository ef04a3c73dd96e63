import { describe, expect, it } from 'vitest';
import { endpoints } from './endpoints.ts';
import { deviceIdLength, type Endpoint } from './index.ts';

const calls: [name: string, call: Endpoint][] = Object.entries(endpoints);
const routeOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const namesOf = (path: string) => Array.from(path.matchAll(/:([A-Za-z]+)/g), ([, name = '']) => name);

describe('the endpoints of the API', () => {
  it('have unique routes', () => {
    const routes = calls.map(([, call]) => routeOf(call));
    expect(new Set(routes).size).toBe(routes.length);
  });

  it.each(calls)('%s has a schema for each parameter of its path and no other', (_name, call) => {
    expect(Object.keys(call.input.params?.shape ?? {}).toSorted()).toEqual(namesOf(call.path).toSorted());
  });

  it.each(calls)('%s has a summary of one sentence', (_name, { summary }) => {
    expect(summary).toMatch(/^[A-Z].{10,}\.$/);
  });

  it.each(calls.filter(([, { method }]) => method === 'GET'))(
    '%s reads, and takes neither body nor file',
    (_name, call) => {
      expect(call.input.body).toBeUndefined();
      expect(call.file).toBeUndefined();
      expect(call.status).toBe(200);
    },
  );

  it.each(calls.filter(([, { path }]) => /\/admin(?:\/|$)|view=admin/.test(path)))(
    '%s, whose path says «admin», is for administrators alone',
    (_name, { access }) => {
      expect(access).toBe('admin');
    },
  );

  it('require a sign-in except for the listed ones', () => {
    const open = calls
      .filter(([, { access }]) => access === 'anyone' || access === 'optional')
      .map(([name]) => name);
    expect(open.toSorted()).toEqual([
      'acceptInvitation',
      'claimActivation',
      'createActivation',
      'getDownload',
      'getFooterText',
      'health',
      'listChannels',
      'listDownloads',
      'listFeaturedAnimes',
      'listFeaturedDocumentales',
      'listFeaturedDoramas',
      'listFeaturedMovies',
      'listFeaturedNovelas',
      'listFeaturedSeries',
      'listFooterLinks',
      'listRecentlyAdded',
      'login',
      'readInvitation',
      'ready',
      'register',
      'renewPush',
    ]);
  });

  it('refuse a session by one-time password except for the listed ones', () => {
    const open = calls.filter(([, call]) => call.beforeOwnPassword).map(([name]) => name);
    expect(open.toSorted()).toEqual(['changePassword', 'logout', 'me']);
  });

  it('let a viewer change only their own data and what is in collections', () => {
    const own = calls
      .filter(([, { method, access }]) => method !== 'GET' && access === 'user')
      .map(([name]) => name);
    expect(own.toSorted()).toEqual([
      'addFavourite',
      'addReminder',
      'addToCollection',
      'changePassword',
      'decideActivation',
      'endOtherSessions',
      'endSecondFactor',
      'endSession',
      'hideFromContinueWatching',
      'logout',
      'readActivation',
      'removeFavourite',
      'removePush',
      'removeReminder',
      'requestPlan',
      'saveProgress',
      'setPush',
      'stopPlayingDevice',
      'withdrawPlanRequest',
    ]);
  });

  it.each(calls.filter(([, { file }]) => file !== undefined))(
    '%s takes its file in a form, without a JSON body',
    (_name, call) => {
      expect([call.method, call.input.body]).toEqual(['POST', undefined]);
      expect(call.errors).toContain('upload.interrupted');
      expect(call.errors.some((code) => /^(?:list|backup)\.missing|^guide\.file_missing$/.test(code))).toBe(
        true,
      );
    },
  );

  it.each(calls.filter(([, { path }]) => path.includes('/:id')))(
    '%s declares an error for a missing item, or succeeds without the item',
    (name, call) => {
      const withoutRefusal = ['hideFromContinueWatching', 'removeFavourite'];
      const isRefused = call.errors.some((code) => code.endsWith('.not_found'));
      expect(isRefused).toBe(!withoutRefusal.includes(name));
    },
  );

  it.each(calls.filter(([, { path }]) => path.includes('/:')))(
    '%s refuses a malformed path parameter',
    (_name, call) => {
      const params = call.input.params;
      for (const strange of ['', '../x', 'a b', 'x'.repeat(200), "';--"]) {
        const values = Object.fromEntries(namesOf(call.path).map((name) => [name, strange]));
        expect(params?.safeParse(values).success).toBe(false);
      }
    },
  );

  it.each(calls.filter(([, { input }]) => input.body !== undefined))(
    '%s refuses a body that is no object',
    (_name, call) => {
      for (const body of [null, undefined, 'x', 7, [], true]) {
        expect(call.input.body?.safeParse(body).success).toBe(false);
      }
    },
  );

  it.each(calls.filter(([, { input }]) => input.query !== undefined && 'page' in input.query.shape))(
    '%s starts with page 1, and refuses pages and limits out of range',
    (_name, { input: { query } }) => {
      // Some searches need words.
      const q = 'cine';
      expect(query?.parse({ q })).toMatchObject({ page: 1 });
      for (const page of ['0', '-1', '1e9', '99999999999']) {
        expect(query?.safeParse({ q, page }).success).toBe(false);
      }
      for (const limit of ['0', '3001']) expect(query?.safeParse({ q, limit }).success).toBe(false);
    },
  );

  it.each(calls.filter(([, { path }]) => /(?:streams\/.*|api\/devices\/):deviceId/.test(path)))(
    '%s accepts as a device id exactly 32 letters and digits',
    (_name, { input: { params } }) => {
      const others = { accountId: '1' };
      const deviceId = 'Az09'.repeat(deviceIdLength / 4);
      expect(params?.safeParse({ ...others, deviceId }).success).toBe(true);
      for (const wrong of [deviceId.slice(1), `${deviceId}a`, `${deviceId.slice(1)}-`, `${deviceId}\n`]) {
        expect(params?.safeParse({ ...others, deviceId: wrong }).success).toBe(false);
      }
    },
  );
});
