import { startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import { drawTestImage } from '../../../../test/media/make-test-image.ts';

/**
 * Canary servers on IPv4 and IPv6 loopback, which the server must never reach, and a server `stranger`, which it may
 * reach.
 */
let canary: FakeUpstream;
let canary6: FakeUpstream | undefined;
let stranger: FakeUpstream;
let test: TestApp;
beforeAll(async () => {
  canary = await startFakeUpstream();
  canary6 = await startFakeUpstream('::1', canary.port).catch(() => undefined);
  stranger = await startFakeUpstream('127.0.0.2');
  const body = await drawTestImage(40, 40).png().toBuffer();
  for (const server of [canary, canary6, stranger]) server?.answer('/p.png', { body });
  test = await startTestApp({ UPSTREAM_ALLOW_PRIVATE: '127.0.0.2' });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await canary[Symbol.asyncDispose]();
  await canary6?.[Symbol.asyncDispose]();
  await stranger[Symbol.asyncDispose]();
});

const reached = () => canary.countConnections() + (canary6?.countConnections() ?? 0);

let made = 0;
/**
 * Requests the poster of a new film. @returns `shown` or an error code. The film is written directly to
 * the database, because the checks of user input would refuse its image address.
 */
async function outcome(address: string): Promise<string> {
  made += 1;
  const slug = `película-${made}`;
  const ids = await test.app.demoTargets.videos.addDemo([
    {
      slug,
      title: slug,
      description: '',
      tipo: 'pelicula',
      mainSection: 'POR_GENERO',
      genres: [],
      address: `http://cine.example/${made}.mp4`,
      thumbnail: address,
    },
  ]);
  const response = await test.app.http.inject({ url: `/api/images/video/${ids.get(slug)}/320` });
  if (response.statusCode !== 200) return response.json<{ code: string }>().code;
  return response.headers['content-type'] === 'image/webp' ? 'shown' : 'other content';
}

const hosts = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.0.0.1.',
  '①②⑦.⓪.⓪.①',
  '１２７.０.０.１',
  '%31%32%37.0.0.1',
  '0',
  '0.0.0.0',
  'localhost',
  'LOCALHOST.',
  'usuario:clave@127.0.0.1',
  '8.8.8.8@127.0.0.1',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fd00::1]',
  '169.254.169.254',
  '169.254.170.2',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
];

describe('an image at a private address', () => {
  it.each(hosts)('is not requested: http://%s', async (host) => {
    expect(await outcome(`http://${host}:${canary.port}/p.png`)).toBe('image.not_found');
    expect(await outcome(`https://${host}:${canary.port}/p.png`)).toBe('image.not_found');
    expect(reached()).toBe(0);
  });

  // The `Location` header of a redirect can hold only ASCII characters.
  const plainHosts = hosts.filter((host) => /^[ -~]+$/.test(host));
  it.each(plainHosts)('is not requested when another server redirects to it: http://%s', async (host) => {
    const target = encodeURIComponent(`http://${host}:${canary.port}/p.png`);
    expect(await outcome(`${stranger.origin}/redirect?to=${target}`)).toBe('image.not_found');
    expect(reached()).toBe(0);
  });

  it('is requested when the operator allows its network', async () => {
    expect(await outcome(`${stranger.origin}/p.png`)).toBe('shown');
    const target = encodeURIComponent('/p.png');
    expect(await outcome(`${stranger.origin}/redirect?to=${target}`)).toBe('shown');
  });
});

describe('a stored image address', () => {
  it.each([
    'file:///etc/passwd',
    'ftp://127.0.0.2/p.png',
    'gopher://127.0.0.2/p.png',
    'data:image/png;base64,iVBORw0KGgo=',
    'javascript:alert(1)',
    '//127.0.0.2/p.png',
    '/etc/passwd',
    'http://',
    'http:///p.png',
    'http://[::1',
    'internal:demo/../../package.json',
    'internal:demo/posters/..%2f..%2fpackage.json',
    'internal:demo/../posters/metropolis.svg',
    'internal:demo/posters/metropolis.svg/../../../package.svg',
    'internal:otra/posters/metropolis.svg',
    'internal:demo/posters/metropolis.png',
    'nada',
    '',
  ])('answers 404 when it is «%s»', async (stored) => {
    expect(await outcome(stored)).toBe('image.not_found');
  });

  it('of an own image that does not exist is not found', async () => {
    expect(await outcome('internal:demo/posters/no-existe.svg')).toBe('image.not_found');
    expect(await outcome('internal:demo/posters/metropolis.svg')).toBe('shown');
  });
});
