import { remindersMost } from '@butaca/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGuideTest, type GuideTest } from '../../../../test/guide-test.ts';
import { makeGuide } from '../../../../test/make-guide.ts';
import type { Person } from '../../../../test/test-app.ts';

let test: GuideTest;
let viewer: Person;
let channelId: string;
let sourceId: string;

const guideOf = (film: number) =>
  makeGuide({ 'Uno.es': 'Uno' }, [
    { channel: 'Uno.es', start: test.at(-30), stop: test.at(30), title: 'Noticias' },
    { channel: 'Uno.es', start: test.at(film), stop: test.at(film + 90), title: 'La película' },
    ...Array.from({ length: remindersMost + 1 }, (_item, index) => ({
      channel: 'Uno.es',
      start: test.at(2_000 + index),
      stop: test.at(2_001 + index),
      title: `Corto ${index}`,
    })),
  ]);

beforeAll(async () => {
  test = await startGuideTest();
  viewer = await test.app.viewer('premium');
  ({ Uno: channelId = '' } = await test.addChannels({ Uno: 'tvg-id="Uno.es"' }));
  test.upstream.answer('/g.xml', { body: guideOf(60) });
  ({ _id: sourceId } = await test.addSource('/g.xml'));
});
afterAll(() => test[Symbol.asyncDispose]());

const remind = (minutes: number, person = viewer) =>
  test.app.call(
    'POST /api/guide/reminders',
    { body: { channelId, startsAt: test.at(minutes).toISOString() } },
    person,
  );
const list = async (person = viewer) =>
  (await test.app.call('GET /api/guide/reminders', {}, person)).body.reminders;
const forget = (id: string, person = viewer) =>
  test.app.call('DELETE /api/guide/reminders/:id', { params: { id } }, person);

/** Stores reminders of programmes that last some minutes, as if a person had asked for each of them. */
async function store(
  person: Person,
  programmes: readonly { title: string; minute: number; lasts: number }[],
): Promise<void> {
  const { id } = await test.app.db
    .selectFrom('account')
    .select('id')
    .where('username', '=', person.username)
    .executeTakeFirstOrThrow();
  const rows = programmes.map(({ title, minute, lasts }) => ({
    id: `${id}-${minute}`,
    account_id: id,
    channel_id: channelId,
    title,
    starts_at: test.at(minute),
    ends_at: test.at(minute + lasts),
  }));
  await test.app.db.insertInto('reminder').values(rows).execute();
}

it('a reminder belongs to one account, is kept once, and can be removed by that account alone', async () => {
  const { status, body } = await remind(60);
  expect([status, body.title, body.startsAt]).toEqual([201, 'La película', test.at(60).toISOString()]);
  // Any instant of the programme names it.
  expect((await remind(70)).body._id).toBe(body._id);
  expect(await list()).toEqual([body]);
  const other = await test.app.viewer('gplay');
  expect(await list(other)).toEqual([]);
  expect((await forget(body._id, other)).status).toBe(404);
  expect((await forget(body._id)).status).toBe(200);
  expect(await list()).toEqual([]);
});

it('a programme that has begun, is unknown or is one too many is refused', async () => {
  expect((await remind(0)).body).toMatchObject({ code: 'programme.begun' });
  expect((await remind(45)).body).toMatchObject({ code: 'programme.not_found' });
  const programmes = Array.from({ length: remindersMost }, (_item, index) => ({
    title: `Corto ${index}`,
    minute: 2_000 + index,
    lasts: 1,
  }));
  await store(viewer, programmes.slice(0, -1));
  expect((await remind(2_000 + remindersMost - 1)).status).toBe(201);
  expect((await remind(2_000 + remindersMost)).body).toMatchObject({ code: 'reminder.too_many' });
  expect(await list()).toHaveLength(remindersMost);
  await test.app.db.deleteFrom('reminder').execute();
});

it('a reminder follows its programme when the guide moves it, and ends with it', async () => {
  await remind(60);
  test.upstream.answer('/g.xml', { body: guideOf(100) });
  await test.refresh(sourceId);
  expect((await list()).map(({ startsAt }) => startsAt)).toEqual([test.at(100).toISOString()]);
  await test.clock.advance(3 * 3_600_000 + 15 * 60_000);
  expect(await list()).toEqual([]);
});

/**
 * Gives the channel a guide of programmes by the minute at which they begin, each of ten minutes. It begins now: what was
 * known before the beginning of a guide is kept.
 */
async function showProgrammes(titles: Readonly<Record<number, string>>): Promise<void> {
  const body = makeGuide(
    { 'Uno.es': 'Uno' },
    Object.entries({ 0: 'Noticias', ...titles }).map(([minute, title]) => ({
      channel: 'Uno.es',
      start: test.at(Number(minute)),
      stop: test.at(Number(minute) + 10),
      title,
    })),
  );
  test.upstream.answer('/g.xml', { body });
  await test.refresh(sourceId);
}
const listTimes = async (person: Person) =>
  (await list(person)).map(({ title, startsAt }) => [title, startsAt]);
const timeOf = (minutes: number): string => test.at(minutes).toISOString();

it('a moved programme that is asked for at its new time is not remembered twice', async () => {
  const person = await test.app.viewer('gplay');
  test.beginHour();
  await showProgrammes({ 120: 'La película' });
  const { body } = await remind(120, person);
  await showProgrammes({ 150: 'La película' });
  expect((await remind(150, person)).body._id).toBe(body._id);
  expect(await listTimes(person)).toEqual([['La película', timeOf(150)]]);
});

it('a reminder is of the programme that the guide has at its time now', async () => {
  const person = await test.app.viewer('gplay');
  test.beginHour();
  await showProgrammes({ 120: 'La película', 180: 'El concierto' });
  await remind(120, person);
  await remind(180, person);
  // One programme is gone, the other one is moved; both have another one in their place.
  await showProgrammes({ 120: 'El partido', 180: 'El debate', 240: 'El concierto' });
  expect((await remind(120, person)).body.title).toBe('El partido');
  expect((await remind(180, person)).body.title).toBe('El debate');
  expect(await listTimes(person)).toEqual([
    ['El partido', timeOf(120)],
    ['El debate', timeOf(180)],
    ['El concierto', timeOf(240)],
  ]);
});

it('reminders of programmes that are over leave room for others', async () => {
  const person = await test.app.viewer('gplay');
  test.beginHour();
  const minutes = Array.from({ length: remindersMost + 1 }, (_item, index) => 120 + 10 * index);
  await showProgrammes(Object.fromEntries(minutes.map((minute) => [minute, `Corto ${minute}`])));
  const stored = minutes.slice(0, remindersMost - 1);
  await store(
    person,
    stored.map((minute) => ({ title: `Corto ${minute}`, minute, lasts: 10 })),
  );
  const [fitting = 0, last = 0] = minutes.slice(remindersMost - 1);
  expect((await remind(fitting, person)).status).toBe(201);
  expect((await remind(last, person)).body).toMatchObject({ code: 'reminder.too_many' });
  await test.clock.advance(131 * 60_000);
  expect((await remind(last, person)).status).toBe(201);
});
