import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGuideTest, type GuideTest } from '../../../../test/guide-test.ts';
import { makeGuide } from '../../../../test/make-guide.ts';
import { createOnAir } from './programmes/on-air.ts';
import { createProgrammesRepository } from './programmes/programmes.repository.ts';
import type { OnAir } from './programmes/programmes.view.ts';

let test: GuideTest;
let ids: Record<string, string>;

beforeAll(async () => {
  test = await startGuideTest();
  ids = await test.addChannels({
    Larga: 'tvg-id="Larga.es" group-title="Cine"',
    Corta: 'tvg-id="Corta.es" group-title="Cine"',
    Luego: 'tvg-id="Luego.es" group-title="Cine"',
    Última: 'tvg-id="Ultima.es" group-title="Cine"',
  });
  const { at } = test;
  const body = makeGuide(
    { 'Larga.es': 'Larga', 'Corta.es': 'Corta', 'Luego.es': 'Luego', 'Ultima.es': 'Última' },
    [
      { channel: 'Larga.es', start: at(-10), stop: at(120), title: 'Película' },
      { channel: 'Corta.es', start: at(-10), stop: at(5), title: 'Primero' },
      { channel: 'Corta.es', start: at(5), stop: at(60), title: 'Segundo' },
      { channel: 'Corta.es', start: at(60), stop: at(90), title: 'Tercero' },
      { channel: 'Luego.es', start: at(20), stop: at(60), title: 'Más tarde' },
      { channel: 'Ultima.es', start: at(-10), stop: at(5), title: 'Despedida' },
    ],
  );
  test.upstream.answer('/g.xml', { body });
  await test.addSource('/g.xml');
});
afterAll(() => test[Symbol.asyncDispose]());

/** Starts to keep what is on, and notes of which channels it is looked up. */
function keep() {
  const repository = createProgrammesRepository(test.app.db);
  const asked: (string | undefined)[][] = [];
  let version = 1;
  const write = createOnAir({
    version: () => version,
    listLinked: repository.listLinked,
    listShown(wanted) {
      asked.push(wanted.map(({ link }) => Object.keys(ids).find((name) => ids[name] === link.channel_id)));
      return repository.listShown(wanted);
    },
  });
  const at = async (minute: number) =>
    (await write('Cine', test.at(minute))).map((json) => {
      const { now, next } = JSON.parse(json) as OnAir;
      return [now?.title, next?.title];
    });
  return { asked, at, change: () => (version += 1) };
}

it('looks up in the next minute only the channels that show something else', async () => {
  const { asked, at } = keep();
  expect(await at(0)).toEqual([
    ['Película', undefined],
    ['Primero', 'Segundo'],
    [undefined, 'Más tarde'],
    ['Despedida', undefined],
  ]);
  expect(await at(4)).toHaveLength(4);
  expect(await at(5)).toEqual([
    ['Película', undefined],
    ['Segundo', 'Tercero'],
    [undefined, 'Más tarde'],
  ]);
  expect(await at(20)).toEqual([
    ['Película', undefined],
    ['Segundo', 'Tercero'],
    ['Más tarde', undefined],
  ]);
  expect(asked).toEqual([['Larga', 'Corta', 'Luego', 'Última'], [], ['Corta', 'Última'], ['Luego']]);
});

it('looks all channels up when the catalogue has changed, and when the clock was set back', async () => {
  const { asked, at, change } = keep();
  await at(10);
  change();
  await at(10);
  expect(await at(0)).toHaveLength(4);
  expect(asked.map(({ length }) => length)).toEqual([4, 4, 4]);
});
