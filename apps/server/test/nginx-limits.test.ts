import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, errorCatalogue } from '@butaca/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../src/platform/project-root.ts';

let conf: string;
beforeAll(async () => {
  conf = await readFile(join(projectRoot(), 'deploy/nginx/butaca.conf'), 'utf8');
});

/** Finds a part of the configuration. */
function find(pattern: RegExp): string {
  const [, found] = pattern.exec(conf) ?? [];
  if (found === undefined) throw new Error(`butaca.conf has no ${String(pattern)}`);
  return found;
}

/** How many seconds nginx waits for an answer in a location. */
function secondsIn(location: string): number {
  const name = location.replaceAll(/[/$^~.*+[\]]/g, (sign) => `\\${sign}`);
  return Number(find(new RegExp(`location ${name} \\{[^}]*?proxy_read_timeout (\\d+)s;`)));
}

describe('nginx in front of several servers', () => {
  it('waits long for what takes minutes, and for nothing else', () => {
    const rules = find(/map "\$request_method \$uri" \$butaca_is_long \{([^}]*)\}/)
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [, pattern, value] = /^\s*"~(.*)" (""|1);$/.exec(line) ?? [];
        return pattern === undefined ? [] : [{ pattern: new RegExp(pattern), isLong: value === '1' }];
      });
    const isLong = (request: string): boolean =>
      rules.find(({ pattern }) => pattern.test(request))?.isLong ?? false;
    const long = Object.entries(endpoints)
      .filter(([, { method, path }]) => isLong(`${method} ${path.replace(/\?.*/, '').replaceAll(':', '')}`))
      .map(([name]) => name);
    expect(long).toEqual([
      'importChannels',
      'importVideos',
      'importSection',
      'previewImport',
      'chooseInPreview',
      'publishImport',
      'cancelImport',
      'undoImport',
      'openImport',
      'closeImport',
      'createProvider',
      'updateProvider',
      'removeProviderRule',
      'refreshProvider',
      'tryProvider',
      'allowProviderCertificate',
      'removeProvider',
      'restoreProvider',
      'createGuideSource',
      'uploadGuide',
      'updateGuideSource',
      'refreshGuideSource',
      'removeGuideSource',
      'decideGuideMatch',
      'undoGuideMatch',
      'createBackup',
      'uploadBackup',
      'downloadBackup',
      'deleteBackup',
      'restoreBackup',
      'executeFilmMerge',
      'undoFilmMerge',
      'removeDemo',
    ]);
    expect(secondsIn('= /_butaca/long')).toBe(600);
    expect(secondsIn('/')).toBeLessThanOrEqual(10);
  });

  it.each([
    '/',
    '= /_butaca/long',
    '/api/images/',
    '/api/stream/',
    '@any',
    '= /_butaca/film',
    '/_butaca/segment/',
  ])('has an answer of its own where no server answers what goes by «location %s»', (location) => {
    const name = location.replaceAll(/[/$^~.*+[\]]/g, (sign) => `\\${sign}`);
    expect(find(new RegExp(`location ${name} \\{([^}]*)\\}`))).toMatch(
      /error_page 502(?: 504)? = @(?:away|any);/,
    );
  });

  it('has an answer of its own wherever it asks the servers', () => {
    const asking = [...conf.matchAll(/location ([^{]+) \{([^}]*proxy_pass http:\/\/butaca[^}]*)\}/g)];
    expect(asking.length).toBeGreaterThan(10);
    const silent = asking.flatMap(([, name, body = '']) =>
      /error_page [^;]*\b502\b[^;]* = @/.test(body) ? [] : [name],
    );
    expect(silent).toEqual([]);
  });

  it('says with the words of the product that no server answers', () => {
    const { status, sentence } = errorCatalogue['server.unavailable'];
    const answers = [...conf.matchAll(/return (\d+) '(.*)';/g)];
    // One of the server for viewers, one of the server for parts of films.
    expect(answers).toHaveLength(2);
    for (const [, told, body = ''] of answers) {
      expect(Number(told)).toBe(status);
      expect(JSON.parse(body)).toEqual({
        error: sentence,
        code: 'server.unavailable',
        requestId: '$request_id',
      });
    }
  });
});
