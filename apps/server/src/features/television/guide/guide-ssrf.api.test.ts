import { startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGuideTest, type GuideTest } from '../../../../test/guide-test.ts';
import { makeGuide } from '../../../../test/make-guide.ts';

/** The server of the test's guides is one that must never be reached; `stranger` may be. */
let test: GuideTest;
let stranger: FakeUpstream;
beforeAll(async () => {
  test = await startGuideTest({ UPSTREAM_ALLOW_PRIVATE: '127.0.0.2' });
  stranger = await startFakeUpstream('127.0.0.2');
  const body = makeGuide({ 'Uno.es': 'Uno' }, [
    { channel: 'Uno.es', start: test.at(0), stop: test.at(60), title: 'Algo' },
  ]);
  for (const server of [test.upstream, stranger]) server.answer('/g.xml', { body });
});
afterAll(async () => {
  await stranger[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});

/** Adds the guide at an address. @returns `refused`, or the state in which reading it has ended */
async function outcome(address: string): Promise<string> {
  const route = 'POST /api/admin/guide/sources';
  const { status, body } = await test.app.call(route, { body: { address } }, test.admin);
  return status === 201 ? (await test.settled(body._id)).state : 'refused';
}

const hosts = ['127.0.0.1', 'localhost', '2130706433', '0.0.0.0', '[::ffff:127.0.0.1]', '169.254.169.254'];

it.each(hosts)('a guide at a private address is not requested: http://%s', async (host) => {
  expect(await outcome(`http://${host}:${test.upstream.port}/g.xml`)).toMatch(/^(?:refused|failed)$/);
  expect(test.upstream.countConnections()).toBe(0);
});

it.each(hosts)(
  'a guide is not requested where a redirect leads to a private address: http://%s',
  async (host) => {
    const target = encodeURIComponent(`http://${host}:${test.upstream.port}/g.xml`);
    expect(await outcome(`${stranger.origin}/redirect?to=${target}`)).toBe('failed');
    expect(test.upstream.countConnections()).toBe(0);
  },
);

it('a guide is requested in a network that the operator allows', async () => {
  expect(await outcome(`${stranger.origin}/g.xml`)).toBe('idle');
});
