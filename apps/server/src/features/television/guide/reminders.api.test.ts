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
  for (let index = 0; index < remindersMost; index += 1) {
    expect((await remind(2_000 + index)).status).toBe(201);
  }
  expect((await remind(2_000 + remindersMost)).body).toMatchObject({ code: 'reminder.too_many' });
  for (const { _id } of await list()) await forget(_id);
});

it('a reminder follows its programme when the guide moves it, and ends with it', async () => {
  await remind(60);
  test.upstream.answer('/g.xml', { body: guideOf(100) });
  await test.refresh(sourceId);
  expect((await list()).map(({ startsAt }) => startsAt)).toEqual([test.at(100).toISOString()]);
  await test.clock.advance(3 * 3_600_000 + 15 * 60_000);
  expect(await list()).toEqual([]);
});
