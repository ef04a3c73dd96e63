import { hash } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { archiveAddress, describeAddress, type CatchupKind } from '@butaca/m3u';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { archiveDaysOf } from './archive-days.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const addresses = [
  'http://p.test',
  'http://p.test/',
  'http://p.test/12',
  'http://p.test/12.ts',
  'http://p.test/ana/12.ts',
  'http://p.test/ana/clave/12',
  'http://p.test/ana/clave/12.ts?canal=1',
  'http://p.test/ana/clave/12.m3u8#a',
  'http://p.test/ana/clave/12.TS',
  'http://p.test/ana/clave/12.mp4',
  'http://p.test/ana/clave/',
  'http://p.test/ana//12.ts',
  'http://p.test//clave/12.ts',
  'http://p.test/ana/clave/á.ts',
  `http://p.test/ana/clave/${'1'.repeat(41)}`,
  'http://p.test/live/ana/clave/12.ts',
  'http://p.test/panel/live/ana/clave/12.ts',
  'http://p.test/live?a=/ana/clave/12.ts',
  'http://casa.xtream.invalid/live/-/-/12.ts',
  'HTTP://p.test:8080/uno/index.m3u8?token=a/b',
  'http://p.test/uno/INDEX.M3U8',
  'http://p.test/uno/mpegts',
  'http://p.test/uno/MPEGTS',
  'http://p.test/uno/mpegts/',
  'http://p.test/uno/ampegts',
  'http://p.test/uno/index.m3u8.html',
  'http://p.test/uno?a=index.m3u8',
  'http://p.test.ts',
];
/** Kinds of archives with templates, of which `null` stands for none. */
const archives: [CatchupKind | null, string | null, number | null][] = [
  ['fs', null, 3],
  ['xc', null, 3],
  ['xc', null, null],
  ['xc', '?utc={utc}', 3],
  ['shift', null, 3],
  ['append', null, 3],
  ['default', null, 3],
  ['vod', '?utc={utc}', 3],
  [null, null, 3],
  [null, null, null],
];

it('the database finds an archive where an address can be made from that of the channel, and nowhere else', async () => {
  const { db } = database;
  const forms = archives.flatMap((archive) => addresses.map((address) => ({ archive, address })));
  const rows = forms.map(({ archive: [kind, template, days], address }, index) => ({
    id: `s${index}`,
    channel_id: `c${index}`,
    position: 0,
    ...describeAddress(address),
    // An address belongs to one channel, and here each one is that of several.
    address_hash: hash('sha256', `${index}`, 'buffer'),
    catchup: kind,
    catchup_source: template,
    catchup_days: days,
  }));
  const channels = rows.map(({ channel_id: id }, index) => ({
    id,
    name: id,
    name_folded: id,
    title_key: id,
    number: index + 1,
    is_demo: false,
  }));
  await db.insertInto('channel').values(channels).execute();
  await db.insertInto('channel_source').values(rows).execute();
  const found = await sql<{ id: string; days: number | null }>`
    select id, ${archiveDaysOf(sql`channel.id`)} as days from channel`.execute(db);
  const days = new Map(found.rows.map((row) => [row.id, row.days]));
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 30, hour));
  const programme = { startsAt: at(10), fromAt: at(10), endsAt: at(11), now: at(12) };
  const madeOf = ({ archive: [kind, source, kept], address }: (typeof forms)[number]) => {
    const archive = { address, kind, source, days: kept, correctionHours: null, timeZone: 'UTC' };
    return archiveAddress(archive, programme) === undefined ? null : (kept ?? 1);
  };
  const written = (form: (typeof forms)[number], keptDays: number | null | undefined) =>
    `${form.archive.join(' ')} ${form.address}: ${keptDays}`;
  expect(forms.map((form, index) => written(form, days.get(`c${index}`)))).toEqual(
    forms.map((form) => written(form, madeOf(form))),
  );
});
