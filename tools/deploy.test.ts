import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { inRoot } from './paths.mjs';

const read = (...parts: string[]): Promise<string> => readFile(inRoot('deploy', ...parts), 'utf8');

it('nginx in Kubernetes has the configuration of nginx elsewhere, with the names of its servers', async () => {
  const [manifest, configuration] = await Promise.all([
    read('kubernetes', 'nginx.yaml'),
    read('nginx', 'butaca.conf'),
  ]);
  const [, block = ''] = /default\.conf: \|\n([\s\S]*?)\n---\n/.exec(manifest) ?? [];
  const inKubernetes = block.replaceAll(/^ {4}/gm, '');
  const expected = configuration
    .replaceAll(
      /server butaca-(\d):3000/g,
      (_all, number) => `server butaca-${Number(number) - 1}.butaca-servers:3000`,
    )
    .replace('listen 80;', 'listen 8080;');
  expect(inKubernetes).toBe(expected.trimEnd());
});
