import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readAdvisories } from './advisories.mjs';

/** npm keeps in its cache what it has once made of an advisory, so that each one here has an id of its own. */
let lastId = Date.now();
const advisoryOf = (severity: string) => ({
  id: (lastId += 1),
  url: 'https://advisories.example/1',
  title: 'Un fallo',
  severity,
  vulnerable_versions: '>=0',
  cwe: [],
  cvss: { score: 7, vectorString: null },
});

let answer: (response: ServerResponse) => void;
const registry = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  if (request.url?.endsWith('/advisories/bulk') === true) answer(response);
  else response.writeHead(404).end('{}');
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
});
beforeEach(() => {
  answer = (response) => response.end('{}');
});
afterAll(() => registry.close());

it('a severe advisory about a package that the product runs with is a fault, and a slight one is not', async () => {
  answer = (response) =>
    response.end(JSON.stringify({ zod: [advisoryOf('high')], fastify: [advisoryOf('low')] }));
  const { faults } = await readAdvisories({ registry: url });
  expect(faults).toEqual(['zod: Un fallo (high, https://advisories.example/1)']);
});

it('no advisory is no fault', async () => {
  expect(await readAdvisories({ registry: url })).toEqual({ faults: [] });
});

it('a registry that keeps no advisories is told apart from one that knows of none', async () => {
  answer = (response) => response.writeHead(405).end('{}');
  const { faults, unanswered } = await readAdvisories({ registry: url });
  expect([faults, unanswered]).toEqual([[], expect.stringContaining('405')]);
});
