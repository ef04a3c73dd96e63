import { execFile } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readAdvisories, readAllAdvisories } from './advisories.mjs';
import { runCheck } from './check.mjs';
import { rootFolder } from './paths.mjs';

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

const run = promisify(execFile);

it('every lockfile of the project is asked about, and one without an answer is named', async () => {
  const { stdout } = await run('git', ['ls-files', '*package-lock.json', '*Cargo.lock'], { cwd: rootFolder });
  answer = (response) => response.writeHead(405).end('{}');
  const { faults, unanswered } = await readAllAdvisories({ registry: url });
  const named = unanswered.map((each) => each.slice(0, each.indexOf(': ')));
  // Where cargo-audit is installed, it has answered about the Rust packages.
  const expected = stdout
    .trim()
    .split('\n')
    .filter((file) => named.includes(file) || file.endsWith('package-lock.json'));
  expect(faults.filter((fault) => !fault.startsWith('apps/desktop/src-tauri/Cargo.lock'))).toEqual([]);
  expect(named.toSorted()).toEqual(expected.toSorted());
  expect(expected).toHaveLength(4 + (named.includes('apps/desktop/src-tauri/Cargo.lock') ? 1 : 0));
});

it('an advisory about a package that only builds an app is a fault of its lockfile', async () => {
  answer = (response) => response.end(JSON.stringify({ tar: [advisoryOf('critical')] }));
  const { faults } = await readAllAdvisories({ registry: url });
  expect(faults).toContain(
    'apps/mobile/package-lock.json: tar: Un fallo (critical, https://advisories.example/1)',
  );
});

it('a check of which a part was not answered counts neither as passed nor as failed', async () => {
  const counts = { passed: 0, failed: 0, remarks: [] };
  await runCheck({ name: 'x', run: async () => ({ faults: [], unanswered: ['a: silent'] }) }, counts);
  expect(counts).toEqual({ passed: 0, failed: 0, remarks: ['– x: 1 not read'] });
  await runCheck({ name: 'x', run: async () => ({ faults: ['b'], unanswered: ['a: silent'] }) }, counts);
  expect(counts).toMatchObject({ passed: 0, failed: 1 });
});
