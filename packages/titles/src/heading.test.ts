import { describe, expect, it } from 'vitest';
import { isBareRuler, readHeading } from './heading.ts';

describe('a heading', () => {
  it.each([
    ['#### DEPORTES ####', 'DEPORTES'],
    ['-- CINE --', 'CINE'],
    ['★━━━ NIÑOS ━━━★', 'NIÑOS'],
    ['=====CINE=====', 'CINE'],
    ['*** Series & Más ***', 'Series & Más'],
    ['▬▬▬ ES | TDT ▬▬▬', 'ES | TDT'],
    ['►► MÚSICA ◄◄', 'MÚSICA'],
    ['..:: Radio ::..', 'Radio'],
    ['🎬━━ Cine 24 ━━🎬', 'Cine 24'],
    ['* CINE *', 'CINE'],
    ['[ DEPORTES ]', 'DEPORTES'],
    ['● Infantil ●', 'Infantil'],
    ['___ ¿Qué ver? ___', '¿Qué ver?'],
  ])('%s is called %s', (text, name) => {
    expect(readHeading(text)).toMatch(name.replace(/^¿|\?$/g, ''));
  });

  it.each([
    'Canal Noticias',
    '#0 de Movistar',
    'Canal + ',
    '¡Hola!',
    '[REC]',
    '[ Rec ]',
    '[HD] CINE [HD]',
    '...Y Dios creó a la mujer...',
    '«Volver»',
    '*batteries not included',
    '🇪🇸 La 1 🇪🇸',
    '⚽ Gol ⚽⚽ en vivo',
    '| ES | La 1 |',
    '┃ES┃ Roma (2018)',
    '####',
    '',
    '-La 2-',
  ])('is not %s', (text) => {
    expect(readHeading(text)).toBeUndefined();
  });
});

it('is a ruler without a name where it has nothing but ornaments', () => {
  for (const ruler of ['##########', '━━━━━━', '* * * * *', '-----'])
    expect(isBareRuler(ruler), ruler).toBe(true);
  for (const name of ['#### CINE ####', '#', '...', '!!!', '???', '24 ###', '🎬🎬🎬'])
    expect(isBareRuler(name), name).toBe(false);
});
