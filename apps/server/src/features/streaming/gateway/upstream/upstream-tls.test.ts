import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from '@butaca/testing';
import { expect, it } from 'vitest';
import { startTestGateway } from '../../../../../test/gateway/start-test-gateway.ts';

it('an upstream whose certificate no authority has signed is sent no request', async () => {
  const asked: (string | undefined)[] = [];
  const upstream = createServer(selfSigned, (request, answer) => {
    asked.push(request.url);
    answer.end('bytes');
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  await using test = await startTestGateway();
  const { port } = upstream.address() as AddressInfo;
  const response = await fetch(test.address({ address: `https://clave@127.0.0.1:${port}/a.ts` }));
  expect([response.status, await response.json()]).toEqual([
    502,
    expect.objectContaining({ code: 'upstream.certificate' }),
  ]);
  expect(asked).toEqual([]);
  upstream.close();
});
