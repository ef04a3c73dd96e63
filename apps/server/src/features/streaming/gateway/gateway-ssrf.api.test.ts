import { startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ResolveHost } from './upstream/address-filter.ts';
import { startTestGateway, type TestGateway } from '../../../../test/gateway/start-test-gateway.ts';

/**
 * Canary servers on IPv4 and IPv6 loopback, which the stream gateway must never reach, and a server `stranger`, which
 * it may reach.
 */
let canary: FakeUpstream;
let canary6: FakeUpstream | undefined;
let stranger: FakeUpstream;
beforeAll(async () => {
  canary = await startFakeUpstream();
  canary6 = await startFakeUpstream('::1', canary.port).catch(() => undefined);
  stranger = await startFakeUpstream('127.0.0.2');
});
afterAll(async () => {
  await canary[Symbol.asyncDispose]();
  await canary6?.[Symbol.asyncDispose]();
  await stranger[Symbol.asyncDispose]();
});

let test: TestGateway;
let answers: string[][];
let resolved: string[];
const resolve: ResolveHost = (hostname, callback) => {
  resolved.push(hostname);
  const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
  callback(
    null,
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
};
beforeEach(async () => {
  answers = [['127.0.0.1']];
  resolved = [];
});

const reached = () => canary.countConnections() + (canary6?.countConnections() ?? 0);

async function outcome(address: string, streamKind: 'hls' | 'ts' | 'dash' = 'hls'): Promise<string> {
  // Each address is another channel's: of one channel only a few addresses are requested in a minute.
  const response = await fetch(test.address({ address, streamKind }, { itemKey: `channel:${address}` }));
  const text = await response.text();
  return response.ok ? 'reached' : (JSON.parse(text) as { code: string }).code;
}

const hosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '00000177.0.0.1',
  '127.0.0.1.',
  '①②⑦.⓪.⓪.①',
  '１２７.０.０.１',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '0',
  '0.0.0.0',
  '0x0',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ⓛocalhost',
  'usuario:clave@127.0.0.1',
  '8.8.8.8@127.0.0.1',
  '8.8.8.8%40@127.0.0.1',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:7f00:1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::1]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00::1]',
  '[fec0::1]',
  '[ff02::1]',
  '169.254.169.254',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  'nombre.example',
];

describe('a gateway that allows no private address', () => {
  beforeAll(async () => {
    // A stub resolves host names in these tests; a separate test covers the system's own resolver.
    test = await startTestGateway({ allowPrivate: false, resolve });
  });
  afterAll(() => test[Symbol.asyncDispose]());

  it.each(hosts)('refuses the source http://%s', async (host) => {
    expect(await outcome(`http://${host}:${canary.port}/live/index.m3u8`)).toBe('upstream.refused');
    expect(await outcome(`http://${host}:${canary.port}/file.mp4`, 'ts')).toBe('upstream.refused');
    expect(reached()).toBe(0);
  });

  it('refuses a source over https before any handshake', async () => {
    expect(await outcome(`https://127.0.0.1:${canary.port}/live/index.m3u8`)).toBe('upstream.refused');
    expect(await outcome(`https://nombre.example:${canary.port}/live/index.m3u8`)).toBe('upstream.refused');
    expect(reached()).toBe(0);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://127.0.0.1/a',
    'gopher://127.0.0.1/a',
    'data:,hola',
    '//127.0.0.1/a',
    'nada',
  ])('refuses the source %s', async (address) => {
    expect(await outcome(address)).toBe('upstream.refused');
    expect(await outcome(address, 'ts')).toBe('upstream.refused');
    expect(await outcome(address, 'dash')).toBe('upstream.refused');
  });

  it.each(['rtmp', 'rtmps', 'rtmpt', 'rtsp', 'rtsps', 'rtp', 'udp', 'srt', 'mms', 'mmsh', 'MMS'])(
    'says of a source by %s that this server cannot open such addresses',
    async (scheme) => {
      for (const kind of ['ts', 'dash', 'hls'] as const) {
        expect(await outcome(`${scheme}://127.0.0.1:${canary.port}/a`, kind)).toBe('upstream.protocol');
      }
      expect(canary.countConnections()).toBe(0);
    },
  );

  it('tests every address that a host name resolves to', async () => {
    answers = [['10.0.0.1', '::1', '127.0.0.1', '169.254.169.254']];
    expect(await outcome(`http://nombre.example:${canary.port}/live/index.m3u8`)).toBe('upstream.refused');
    expect(reached()).toBe(0);
  });

  it('refuses localhost when the resolver of the system maps it to this machine', async () => {
    await using own = await startTestGateway({ allowPrivate: false });
    const response = await fetch(
      own.address({ address: `http://localhost:${canary.port}/live/index.m3u8`, streamKind: 'hls' }),
    );
    expect(((await response.json()) as { code: string }).code).toBe('upstream.refused');
    expect(reached()).toBe(0);
  });
});

describe('a gateway that allows one private network', () => {
  beforeAll(async () => {
    test = await startTestGateway({ allowPrivate: ['127.0.0.2/32'], resolve });
  });
  afterAll(() => test[Symbol.asyncDispose]());
  const named = () => `http://nombre.example:${stranger.port}`;

  it('reaches sources of that network by address and by name', async () => {
    answers = [['127.0.0.2']];
    expect(await outcome(`${stranger.origin}/live/index.m3u8`)).toBe('reached');
    expect(await outcome(`${named()}/live/index.m3u8`)).toBe('reached');
    expect(resolved).toEqual(['nombre.example']);
  });

  it('uses only the allowed addresses of a host name with several', async () => {
    answers = [['127.0.0.1', '127.0.0.2', '::1']];
    expect(await outcome(`http://varias.example:${stranger.port}/live/index.m3u8`)).toBe('reached');
    expect(reached()).toBe(0);
  });

  it('refuses a host name at its next connection once it resolves to another private address', async () => {
    answers = [['127.0.0.2'], ['127.0.0.1']];
    const address = `http://cambiante.example:${stranger.port}`;
    stranger.answer('/cierra.m3u8', { headers: { connection: 'close' }, body: '#EXTM3U\n1.ts\n' });
    expect(await outcome(`${address}/cierra.m3u8`)).toBe('reached');
    expect(await outcome(`${address}/cierra.m3u8`)).toBe('upstream.refused');
    // Each connection resolved the host name once, and nothing resolved it again after its addresses were checked.
    expect(resolved).toEqual(['cambiante.example', 'cambiante.example']);
    expect(reached()).toBe(0);
  });

  it.each(['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '2130706433', 'localhost', '0.0.0.0', '169.254.169.254'])(
    'refuses a redirect to the host %s',
    async (host) => {
      const target = encodeURIComponent(`http://${host}:${canary.port}/live/index.m3u8`);
      expect(await outcome(`${stranger.origin}/redirect?to=${target}`)).toBe('upstream.refused');
      expect(await outcome(`${stranger.origin}/redirect?to=${target}`, 'ts')).toBe('upstream.refused');
      expect(reached()).toBe(0);
    },
  );

  it.each(['file:///etc/passwd', 'internal://demo/live', 'ftp://127.0.0.1/'])(
    'refuses a redirect to the address %s',
    async (target) => {
      expect(await outcome(`${stranger.origin}/redirect?to=${encodeURIComponent(target)}`)).toBe(
        'upstream.refused',
      );
    },
  );

  it('refuses private addresses that a playlist names', async () => {
    const lines = hosts
      .filter((host) => !/[%①ⓛ１。]/.test(host))
      .map((host) => `http://${host}:${canary.port}/1.ts`);
    stranger.answer('/trampa.m3u8', {
      body: ['#EXTM3U', `#EXT-X-KEY:METHOD=AES-128,URI="http://127.0.0.1:${canary.port}/k"`, ...lines].join(
        '\n',
      ),
    });
    const address = test.address({ address: `${stranger.origin}/trampa.m3u8`, streamKind: 'hls' });
    const text = await (await fetch(address)).text();
    const children = [...text.matchAll(/\/api\/stream\/[^"\s]+/g)].map(([path]) => new URL(path, address));
    expect(children).toHaveLength(lines.length + 1);
    for (const child of children) {
      expect(((await (await fetch(child)).json()) as { code: string }).code).toBe('upstream.refused');
    }
    expect(reached()).toBe(0);
  });
});
