import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findBoundaryViolations } from './boundaries.mjs';
import { boundaryRules, textRules } from './boundary-rules.mjs';

const packages = ['contract', 'db', 'm3u', 'player', 'testing', 'titles', 'ts', 'ui'];

/** The files of a small made-up repository that breaks no boundary rule and contains every allowed kind of import. */
const cleanHouse: Record<string, string> = {
  'packages/contract/src/index.ts': `export { type Plan, planKeys } from './plan.ts';`,
  'packages/contract/src/plan.ts': `export type Plan = string; export const planKeys: Plan[] = [];`,
  'packages/db/src/index.ts': `export const pool = 1;`,
  'packages/db/test/index.ts': `import { pool } from '../src/index.ts'; export const template = pool;`,
  'packages/titles/src/index.ts': `export const readName = 1;`,
  'packages/m3u/src/index.ts': `import { readName } from '@butaca/titles'; export const readM3u = readName;`,
  'packages/ts/src/index.ts': `export const readPacket = 1;`,
  'packages/player/src/index.ts': `import { readPacket } from '@butaca/ts'; export const player = readPacket;`,
  'packages/ui/src/index.ts': `export const button = 1;`,
  'packages/ui/src/theme.css': ``,
  'packages/testing/src/index.ts': `import { planKeys } from '@butaca/contract'; export const fake = planKeys;`,
  'apps/server/src/main.ts': `import { app } from './app.ts'; export const main = app;`,
  'apps/server/src/app.ts': `import { plans } from './features/people/plans/index.ts'; import { devices } from './features/people/devices/index.ts'; export const app = [plans, devices];`,
  'apps/server/src/config.ts': `export const config = 1;`,
  'apps/server/src/features/people/plans/index.ts': `import { limit } from './limit.ts'; export const plans = limit;`,
  'apps/server/src/features/people/plans/limit.ts': `import type { Plan } from '@butaca/contract'; import { pool } from '@butaca/db'; import { readM3u } from '@butaca/m3u'; import { clock } from '../../../platform/clock.ts'; export const limit = [pool, clock, readM3u] as Plan[] | number[];`,
  'apps/server/src/features/people/plans/limit.api.test.ts': `import { startApp } from '../../../../test/start-app.ts'; startApp();`,
  'apps/server/src/features/people/devices/index.ts': `export const devices = 1;`,
  'apps/server/src/features/people/plans/plans.routes.ts': `export const servePlans = (serve: (endpoint: string) => void) => serve('GET /api/plans');`,
  'apps/server/src/shared/session.ts': `import { planKeys } from '@butaca/contract'; import { pool } from '@butaca/db'; import { readM3u } from '@butaca/m3u'; import { clock } from '../platform/clock.ts'; export const session = [planKeys, pool, readM3u, clock];`,
  'apps/server/src/shared/video/write-video.ts': `export const statement = 'insert into video (id) select id from found';`,
  'apps/server/src/platform/clock.ts': `import { config } from '../config.ts'; export const clock = config;`,
  'apps/server/src/platform/clock.api.test.ts': `import { app } from '../app.ts'; void app;`,
  'apps/server/test/start-app.ts': `import { template } from '@butaca/db/testing'; import { app } from '../src/app.ts'; export const startApp = () => [app, template];`,
  'apps/web/src/routes.tsx': `import { HomeScreen } from './features/browse/home/home.screen.tsx'; import { account } from './features/account/index.ts'; import '@butaca/ui/theme.css'; export const routes = [<HomeScreen />, account];`,
  'apps/web/src/features/browse/home/home.screen.tsx': `import { button } from '@butaca/ui'; import { player } from '@butaca/player'; import { paths } from '../../../shared/paths.ts'; export const HomeScreen = () => <p>{[button, player, paths].length}</p>;`,
  'apps/web/src/features/browse/home/home.screen.test.tsx': `import { fake } from '@butaca/testing'; import { HomeScreen } from './home.screen.tsx'; void [fake, HomeScreen];`,
  'apps/web/src/features/account/index.ts': `export const account = 1;`,
  'apps/web/src/features/account/account.queries.ts': `export const whoQuery = (api: (call: string) => void) => ({ queryKey: ['who'], queryFn: () => api('GET /api/who') });`,
  'apps/web/src/features/account/guards.tsx': `// A guard never names a queryKey.\nexport const guard = 1;`,
  'apps/web/src/features/browse/search/index.ts': `import { paths } from '../../../shared/paths.ts'; export const search = paths;`,
  'apps/web/src/layout/header.tsx': `import { search } from '../features/browse/search/index.ts'; export const Header = () => <p>{search}</p>;`,
  'apps/web/src/shared/paths.ts': `import type { Plan } from '@butaca/contract'; import { session } from '../platform/session.ts'; export const paths = session as Plan | number;`,
  'apps/web/src/platform/session.ts': `export const session = 1;`,
  'apps/e2e/src/watch.e2e.ts': `import { fake } from '@butaca/testing'; void fake;`,
};

/**
 * For each boundary rule a violation: the files that are added to the clean made-up repository, and the file that the
 * report must name.
 */
const plantedViolations: Array<{ rule: string; what: string; files: Record<string, string>; from: string }> =
  [
    {
      rule: 'no-cycle',
      what: 'two files that import each other',
      files: {
        'packages/m3u/src/a.ts': `import { b } from './b.ts'; export const a = b;`,
        'packages/m3u/src/b.ts': `import { a } from './a.ts'; export const b = () => a;`,
      },
      from: 'packages/m3u/src/a.ts',
    },
    {
      rule: 'no-cycle',
      what: 'a cycle of which one half is a type import, in files with JSX and `using`',
      files: {
        'packages/ui/src/a.tsx': `import type { B } from './b.tsx'; export const A = (b: B) => <p>{b}</p>;`,
        'packages/ui/src/b.tsx': `import { A } from './a.tsx'; export type B = string; export async function f() { await using x = g(); return [A, x]; }`,
      },
      from: 'packages/ui/src/a.tsx',
    },
    {
      rule: 'no-cycle',
      what: 'a cycle of which one half is written inside a type',
      files: {
        'packages/player/src/a.ts': `export type A = import('./b.ts').B;`,
        'packages/player/src/b.ts': `import type { A } from './a.ts'; export type B = A | 1;`,
      },
      from: 'packages/player/src/a.ts',
    },
    {
      rule: 'every-import-is-found',
      what: 'an import of a file that is not there',
      files: { 'packages/m3u/src/a.ts': `export * from './nowhere.ts';` },
      from: 'packages/m3u/src/a.ts',
    },
    {
      rule: 'apps-stand-alone',
      what: 'the web reaching into the server',
      files: { 'apps/web/src/a.ts': `import { config } from '../../server/src/config.ts'; void config;` },
      from: 'apps/web/src/a.ts',
    },
    {
      rule: 'packages-know-no-app',
      what: 'a package that loads an app on demand',
      files: {
        'packages/testing/src/a.ts': `export const a = () => import('../../../apps/server/src/config.ts');`,
      },
      from: 'packages/testing/src/a.ts',
    },
    {
      rule: 'only-the-server-has-a-database',
      what: 'the web reading the database',
      files: { 'apps/web/src/a.ts': `import { pool } from '@butaca/db'; void pool;` },
      from: 'apps/web/src/a.ts',
    },
    {
      rule: 'packages-stand-alone',
      what: 'a component that knows the contract',
      files: {
        'packages/ui/src/a.ts': `import type { Plan } from '@butaca/contract'; export type A = Plan;`,
      },
      from: 'packages/ui/src/a.ts',
    },
    {
      rule: 'the-player-knows-only-transport-streams',
      what: 'a player that knows the contract',
      files: {
        'packages/player/src/a.ts': `import type { Plan } from '@butaca/contract'; export type A = Plan;`,
      },
      from: 'packages/player/src/a.ts',
    },
    {
      rule: 'lists-know-only-names',
      what: 'a reader of lists that knows the contract',
      files: {
        'packages/m3u/src/b.ts': `import type { Plan } from '@butaca/contract'; export type B = Plan;`,
      },
      from: 'packages/m3u/src/b.ts',
    },
    {
      rule: 'guides-know-only-names',
      what: 'a reader of guides that reads lists',
      files: { 'packages/guide/src/b.ts': `import { readM3u } from '@butaca/m3u'; void readM3u;` },
      from: 'packages/guide/src/b.ts',
    },
    {
      rule: 'facts-know-only-names',
      what: 'a matching of titles that reads lists',
      files: { 'packages/facts/src/b.ts': `import { readM3u } from '@butaca/m3u'; void readM3u;` },
      from: 'packages/facts/src/b.ts',
    },
    {
      rule: 'testing-knows-only-the-contract',
      what: 'a seed that reads playlists',
      files: { 'packages/testing/src/a.ts': `import { readM3u } from '@butaca/m3u'; void readM3u;` },
      from: 'packages/testing/src/a.ts',
    },
    {
      rule: 'testing-stays-in-tests',
      what: 'a product file that imports the fakes',
      files: { 'apps/web/src/a.ts': `import { fake } from '@butaca/testing'; void fake;` },
      from: 'apps/web/src/a.ts',
    },
    {
      rule: 'testing-stays-in-tests',
      what: 'a product file that imports the test support of its own app',
      files: {
        'apps/server/test/clock.ts': `export const stopped = 1;`,
        'apps/server/src/a.ts': `import { stopped } from '../test/clock.ts'; void stopped;`,
      },
      from: 'apps/server/src/a.ts',
    },
    {
      rule: 'the-web-needs-no-parser-of-lists',
      what: 'a screen that parses a list',
      files: { 'apps/web/src/a.ts': `import { readM3u } from '@butaca/m3u'; void readM3u;` },
      from: 'apps/web/src/a.ts',
    },
    {
      rule: 'the-server-has-no-screen',
      what: 'the server rendering a component',
      files: { 'apps/server/src/a.ts': `import { button } from '@butaca/ui'; void button;` },
      from: 'apps/server/src/a.ts',
    },
    {
      rule: 'platform-knows-no-feature',
      what: 'platform of the server importing a feature by its door',
      files: {
        'apps/server/src/platform/a.ts': `import { plans } from '../features/people/plans/index.ts'; void plans;`,
      },
      from: 'apps/server/src/platform/a.ts',
    },
    {
      rule: 'platform-knows-no-feature',
      what: 'platform of the web importing a screen',
      files: {
        'apps/web/src/platform/a.ts': `import { HomeScreen } from '../features/browse/home/home.screen.tsx'; void HomeScreen;`,
      },
      from: 'apps/web/src/platform/a.ts',
    },
    {
      rule: 'features-know-no-app',
      what: 'a feature that takes a type from the app',
      files: {
        'apps/server/src/features/operations/imports/a.ts': `import type { app } from '../../../app.ts'; export type A = typeof app;`,
      },
      from: 'apps/server/src/features/operations/imports/a.ts',
    },
    {
      rule: 'features-stand-alone',
      what: 'a feature that imports the type of another by its door',
      files: {
        'apps/server/src/features/people/devices/a.ts': `import type { plans } from '../plans/index.ts'; export type A = typeof plans;`,
      },
      from: 'apps/server/src/features/people/devices/a.ts',
    },
    {
      rule: 'one-door-to-a-feature-of-the-server',
      what: 'a file beside app.ts that goes behind the door',
      files: {
        'apps/server/src/a.ts': `import { limit } from './features/people/plans/limit.ts'; void limit;`,
      },
      from: 'apps/server/src/a.ts',
    },
    {
      rule: 'one-door-to-a-feature-of-the-web',
      what: 'a file beside routes.tsx that takes a piece of a screen',
      files: {
        'apps/web/src/features/browse/home/hero.tsx': `export const Hero = () => <p />;`,
        'apps/web/src/a.ts': `import { Hero } from './features/browse/home/hero.tsx'; void Hero;`,
      },
      from: 'apps/web/src/a.ts',
    },
    {
      rule: 'one-door-to-a-package',
      what: 'an app that goes behind the barrel of a package',
      files: {
        'apps/web/src/a.ts': `import { planKeys } from '../../../packages/contract/src/plan.ts'; void planKeys;`,
      },
      from: 'apps/web/src/a.ts',
    },
    {
      rule: 'no-barrel-inside-an-app',
      what: 'a folder of platform with an index.ts',
      files: {
        'apps/server/src/platform/http/index.ts': `export const http = 1;`,
        'apps/server/src/a.ts': `import { http } from './platform/http/index.ts'; void http;`,
      },
      from: 'apps/server/src/a.ts',
    },
    {
      rule: 'platform-of-the-server-knows-no-product-noun',
      what: 'platform that takes the type of a session',
      files: {
        'apps/server/src/platform/a.ts': `import type { session } from '../shared/session.ts'; export type A = typeof session;`,
      },
      from: 'apps/server/src/platform/a.ts',
    },
    {
      rule: 'shared-of-the-server-knows-no-feature',
      what: 'shared that takes the type of a feature',
      files: {
        'apps/server/src/shared/stream/a.ts': `import type { plans } from '../../features/people/plans/index.ts'; export type A = typeof plans;`,
      },
      from: 'apps/server/src/shared/stream/a.ts',
    },
    {
      rule: 'shared-of-the-server-knows-no-feature',
      what: 'shared that reads the configuration of the app',
      files: { 'apps/server/src/shared/a.ts': `import { app } from '../app.ts'; void app;` },
      from: 'apps/server/src/shared/a.ts',
    },
    {
      rule: 'shared-of-the-server-has-no-routes',
      what: 'routes beside a noun that features share',
      files: {
        'apps/server/src/shared/video/video.routes.ts': `export const serveVideo = 1;`,
        'apps/server/src/features/people/plans/a.ts': `import { serveVideo } from '../../../shared/video/video.routes.ts'; void serveVideo;`,
      },
      from: 'apps/server/src/features/people/plans/a.ts',
    },
    {
      rule: 'routes-are-in-routes-files',
      what: 'a route in the door of a feature',
      files: {
        'apps/server/src/features/people/devices/a.ts': `export const routes = (serve: (endpoint: string) => void) => serve('GET /api/devices');`,
      },
      from: 'apps/server/src/features/people/devices/a.ts',
    },
    ...['apps/server/src/features/people/devices/a.ts', 'packages/player/src/playback/clock.ts'].map(
      (from) => ({
        rule: 'only-clocks-read-the-time',
        what: `a date of the present time in ${from}`,
        files: { [from]: `export const at = new Date();` },
        from,
      }),
    ),
    ...[
      'sql`insert into video (id) select 1`',
      'sql`delete from season where id = 1`',
      'sql`  UPDATE chapter SET position = 1`',
      'sql`with gone as (delete from video_genre using moved) select 1`',
      'sql`update channel_source as source set position = 1`',
      `trx.deleteFrom('channel')`,
      `trx.insertInto('video_genre').values({})`,
      'sql`insert into\n  video (id) select 1`',
      'sql`delete from\n  -- every season\n  season where id = 1`',
      'sql`update public.video set title = 1`',
      'sql`delete from only "public"."chapter"`',
      'sql`truncate table channel`',
      "sql`insert into ${sql.table('video')} (id) select 1`",
      "sql`update ${sql.table('public.channel')} set name = 1`",
      'sql`delete from ${sql.table(table)} where id = 1`',
      'trx.updateTable(\n  "season",\n)',
      "trx.deleteFrom('public.channel_source')",
    ].map((statement) => ({
      rule: 'only-shared-writes-videos-and-channels',
      what: `a feature that writes past shared: ${statement}`,
      files: { 'apps/server/src/features/people/plans/a.repository.ts': `export const a = ${statement};` },
      from: 'apps/server/src/features/people/plans/a.repository.ts',
    })),
    {
      rule: 'platform-of-the-web-knows-no-product-noun',
      what: 'platform of the web that knows the paths',
      files: {
        'apps/web/src/platform/a.ts': `import { paths } from '../shared/paths.ts'; void paths;`,
      },
      from: 'apps/web/src/platform/a.ts',
    },
    {
      rule: 'shared-of-the-web-knows-no-feature',
      what: 'a shared file that imports a feature by its door',
      files: {
        'apps/web/src/shared/a.ts': `import { account } from '../features/account/index.ts'; void account;`,
      },
      from: 'apps/web/src/shared/a.ts',
    },
    {
      rule: 'shared-of-the-web-knows-no-feature',
      what: 'a shared file that takes a type from the layout',
      files: {
        'apps/web/src/shared/a.ts': `import type { Header } from '../layout/header.tsx'; export type A = typeof Header;`,
      },
      from: 'apps/web/src/shared/a.ts',
    },
    {
      rule: 'shared-of-the-web-knows-no-feature',
      what: 'a shared file that looks at the routes',
      files: {
        'apps/web/src/shared/a.ts': `export const routes = () => import('../routes.tsx');`,
      },
      from: 'apps/web/src/shared/a.ts',
    },
    {
      rule: 'shared-of-the-web-has-no-screen',
      what: 'a route to a screen in shared',
      files: {
        'apps/web/src/shared/card/card.screen.tsx': `export const CardScreen = () => <p />;`,
        'apps/web/src/a.ts': `export const load = () => import('./shared/card/card.screen.tsx');`,
      },
      from: 'apps/web/src/a.ts',
    },
    {
      rule: 'features-of-the-web-stand-alone',
      what: 'a feature that imports its neighbour by its door',
      files: {
        'apps/web/src/features/browse/home/a.ts': `import { search } from '../search/index.ts'; void search;`,
      },
      from: 'apps/web/src/features/browse/home/a.ts',
    },
    {
      rule: 'features-of-the-web-stand-alone',
      what: 'a feature that takes the type of another neighbourhood',
      files: {
        'apps/web/src/features/watch/a.ts': `import type { search } from '../browse/search/index.ts'; export type A = typeof search;`,
      },
      from: 'apps/web/src/features/watch/a.ts',
    },
    {
      rule: 'neighbourhoods-of-the-web-hold-features-only',
      what: 'a file that the features of a neighbourhood share',
      files: {
        'apps/web/src/features/browse/grid.ts': `export const grid = 1;`,
        'apps/web/src/features/browse/search/grid.ts': `import { grid } from '../grid.ts'; void grid;`,
      },
      from: 'apps/web/src/features/browse/search/grid.ts',
    },
    {
      rule: 'features-of-the-web-know-no-layout',
      what: 'a screen that draws the header',
      files: {
        'apps/web/src/features/account/a.ts': `import { Header } from '../../layout/header.tsx'; void Header;`,
      },
      from: 'apps/web/src/features/account/a.ts',
    },
    {
      rule: 'the-player-of-watch-stands-alone',
      what: 'a part of the player that takes a type from the page around it',
      files: {
        'apps/web/src/features/watch/frame/watch-origin.ts': `export type Origin = string;`,
        'apps/web/src/features/watch/player/keys/a.ts': `import type { Origin } from '../../frame/watch-origin.ts'; export type A = Origin;`,
      },
      from: 'apps/web/src/features/watch/player/keys/a.ts',
    },
    {
      rule: 'no-barrel-inside-the-web',
      what: 'a neighbourhood with a door of its own',
      files: {
        'apps/web/src/features/browse/index.ts': `export const browse = 1;`,
        'apps/web/src/a.ts': `import { browse } from './features/browse/index.ts'; void browse;`,
      },
      from: 'apps/web/src/a.ts',
    },
    {
      rule: 'calls-of-the-web-are-in-queries',
      what: 'a dialog that calls the server itself',
      files: {
        'apps/web/src/features/admin/users/a.tsx': `import { api } from '../../../platform/api.ts'; export const end = () => api('DELETE /api/x', {});`,
        'apps/web/src/platform/api.ts': `export const api = (...call: unknown[]) => call;`,
      },
      from: 'apps/web/src/features/admin/users/a.tsx',
    },
    {
      rule: 'no-mutual-folders',
      what: 'a folder and its subfolder that need each other, with no cycle of files',
      files: {
        'packages/m3u/src/a.ts': `import type { B } from './lines/b.ts'; export type A = B;`,
        'packages/m3u/src/c.ts': `export type C = string;`,
        'packages/m3u/src/lines/b.ts': `import type { C } from '../c.ts'; export type B = C;`,
      },
      from: 'packages/m3u/src/lines/b.ts',
    },
    {
      rule: 'platform-of-the-web-names-no-product-noun',
      what: 'a helper of the platform that knows channels',
      files: { 'apps/web/src/platform/a.ts': `export const channelOf = (channelId: string) => channelId;` },
      from: 'apps/web/src/platform/a.ts',
    },
    {
      rule: 'platform-of-the-server-names-no-product-noun',
      what: 'a helper of the platform that knows the catalogue',
      files: {
        'apps/server/src/platform/a.ts': `export const catalogueOf = (catalogueId: string) => catalogueId;`,
      },
      from: 'apps/server/src/platform/a.ts',
    },
    ...['startCall', 'readEvents', 'uploadFile', 'startUpload', 'downloadFile'].map((call) => ({
      rule: 'calls-of-the-web-are-in-queries',
      what: `a form that calls the server with ${call}`,
      files: {
        'apps/web/src/features/admin/users/a.tsx': `import { ${call} } from '../../../platform/api.ts'; export const send = () => ${call}('POST /api/x');`,
        'apps/web/src/platform/api.ts': `export const ${call} = (...call: unknown[]) => call;`,
      },
      from: 'apps/web/src/features/admin/users/a.tsx',
    })),
    {
      rule: 'calls-of-the-web-are-in-queries',
      what: 'a screen that calls the server past platform/api',
      files: { 'apps/web/src/layout/a.ts': `export const ask = () => fetch('/api/x');` },
      from: 'apps/web/src/layout/a.ts',
    },
    {
      rule: 'calls-of-the-web-are-in-queries',
      what: 'a screen that spells a key of the query cache',
      files: { 'apps/web/src/layout/a.ts': `export const filter = { queryKey: ['home'] };` },
      from: 'apps/web/src/layout/a.ts',
    },
  ];

const houses: string[] = [];

afterEach(() => {
  for (const house of houses.splice(0)) rmSync(house, { recursive: true, force: true });
});

function buildHouse(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'butaca-boundaries-'));
  houses.push(root);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  mkdirSync(path.join(root, 'node_modules/@butaca'), { recursive: true });
  for (const name of packages) {
    const manifest = {
      name: `@butaca/${name}`,
      exports: { '.': './src/index.ts', './testing': './test/index.ts', './theme.css': './src/theme.css' },
    };
    mkdirSync(path.join(root, 'packages', name), { recursive: true });
    writeFileSync(path.join(root, 'packages', name, 'package.json'), JSON.stringify(manifest));
    symlinkSync(path.join(root, 'packages', name), path.join(root, 'node_modules/@butaca', name), 'dir');
  }
  return root;
}

describe('the check of import boundaries', () => {
  it('accepts every import of the repository', async () => {
    const report = await findBoundaryViolations(buildHouse(cleanHouse));
    expect(report.violations).toEqual([]);
    expect(report.fileCount).toBe(Object.keys(cleanHouse).filter((file) => !file.endsWith('.css')).length);
  });

  it.each(plantedViolations)('reports under the rule $rule $what', async ({ rule, files, from }) => {
    const report = await findBoundaryViolations(buildHouse({ ...cleanHouse, ...files }));
    expect(report.violations).toContainEqual(expect.objectContaining({ rule, from }));
  });

  it('has a planted violation for every rule', () => {
    const planted = new Set(plantedViolations.map(({ rule }) => rule));
    const rules = [...boundaryRules, ...textRules].map(({ name }) => name);
    expect(planted).toEqual(new Set([...rules, 'no-mutual-folders']));
  });

  it('fails on a tree without a TypeScript file', async () => {
    await expect(findBoundaryViolations(buildHouse({}))).rejects.toThrow('no TypeScript file was found');
  });

  it('fails on a file that cannot be parsed', async () => {
    const root = buildHouse({ ...cleanHouse, 'packages/m3u/src/a.ts': 'import {' });
    await expect(findBoundaryViolations(root)).rejects.toThrow('packages/m3u/src/a.ts');
  });
});
