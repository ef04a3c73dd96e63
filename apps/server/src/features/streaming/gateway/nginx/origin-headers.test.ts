import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../../platform/project-root.ts';
import { hiddenHeaders, hidesAll } from './origin-headers.ts';

it('nginx hides exactly the headers of providers that are to be hidden', () => {
  const conf = readFileSync(join(projectRoot(), 'deploy/nginx/butaca.conf'), 'utf8');
  const hidden = [...conf.matchAll(/proxy_hide_header ([\w-]+);/g)].map(([, name = '']) =>
    name.toLowerCase(),
  );
  expect(hidden.toSorted()).toEqual([...hiddenHeaders].toSorted());
});

it('a header that nginx does not know keeps a provider from being delivered by nginx', () => {
  expect(hidesAll({ 'content-type': 'video/mp4', etag: '"1"', via: 'proveedor', server: 'proveedor' })).toBe(
    true,
  );
  expect(hidesAll({ 'content-type': 'video/mp4', 'x-nodo': 'proveedor' })).toBe(false);
});
