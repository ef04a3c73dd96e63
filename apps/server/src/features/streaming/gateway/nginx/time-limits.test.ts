import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../platform/project-root.ts';
import { streamPath } from '../stream/stream-address.ts';
import { timingOfSeveral } from '../stream/stream.ts';

let conf: string;
beforeAll(async () => {
  conf = await readFile(join(projectRoot(), 'deploy/nginx/butaca.conf'), 'utf8');
});

describe('nginx in front of several servers', () => {
  it('waits longer for a stream than a server takes for its first answer', () => {
    const { answerWithinMs = Infinity, playlistWithinMs = Infinity } = timingOfSeveral;
    const seconds = Number(/location \/api\/stream\/ \{[^}]*proxy_read_timeout (\d+)s;/.exec(conf)?.[1]);
    expect(seconds).toBeLessThanOrEqual(7);
    expect(seconds * 1_000).toBeGreaterThan(Math.max(answerWithinMs, playlistWithinMs));
  });

  it('has a location of its own for what is converted, and for nothing else', () => {
    const pattern = new RegExp(/location ~ (\S*converted\S*) \{/.exec(conf)?.[1] ?? 'nothing');
    const pathOf = (address: string) => streamPath('AbCdEf', { role: 'source', streamKind: 'hls', address });
    expect(pathOf('internal:remux/clave/index.m3u8')).toMatch(pattern);
    expect(pathOf('internal://live/clave/index.m3u8')).toMatch(pattern);
    expect(pathOf('internal:demo/canal-1/index.m3u8')).not.toMatch(pattern);
    expect(pathOf('http://proveedor.example/converted.m3u8')).not.toMatch(pattern);
  });
});
