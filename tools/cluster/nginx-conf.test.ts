import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from '../paths.mjs';

it('Kubernetes has the configuration of nginx, with its own servers, port and folder', () => {
  const [, text = ''] =
    /\n {2}default\.conf: \|\n([^]*?)\n---\n/.exec(
      readFileSync(inRoot('deploy/kubernetes/nginx.yaml'), 'utf8'),
    ) ?? [];
  const expected = readFileSync(inRoot('deploy/nginx/butaca.conf'), 'utf8')
    .replaceAll('butaca-1:3000', 'butaca-0.butaca-servers:3000')
    .replaceAll('butaca-2:3000', 'butaca-1.butaca-servers:3000')
    .replace('listen 80;', 'listen 8080;')
    .replace('/var/cache/nginx/butaca', '/tmp/butaca');
  expect(text.replaceAll(/^ {4}/gm, '').trimEnd()).toBe(expected.trimEnd());
});
