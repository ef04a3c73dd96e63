import { describe, expect, it } from 'vitest';
import { readChannelTheme } from './channel-theme.ts';

describe('the theme of a channel', () => {
  it.each([
    ['Canal 24 Horas Canarias', 'Noticias'],
    ['Canal Sur Noticias', 'Noticias'],
    ['ESPN 2 HD', 'Deportes'],
    ['Real Madrid TV', 'Deportes'],
    ['Teledeporte', 'Deportes'],
    ['Disney Junior', 'Infantil'],
    ['Clan TVE', 'Infantil'],
    ['Sol Música', 'Música'],
    ['TV Éxitos', 'Música'],
    ['Mega Cine TV', 'Cine y series'],
    ['NatureTime', 'Documentales'],
    ['La Voz de Jesús', 'Religión'],
    ['Radio 3', 'Radio'],
    ['24/7 Los Simpson', '24/7'],
  ])('of «%s» is «%s»', (name, theme) => {
    expect(readChannelTheme(name)).toBe(theme);
  });

  it.each([
    'Antena 7',
    'La 1',
    'TeleRadioNorte',
    'Canal Málaga Radio Televisión',
    'Mijas 3.40TV',
    'Once',
    '',
  ])('is not said by «%s»', (name) => {
    expect(readChannelTheme(name)).toBeUndefined();
  });

  it('is read in time that grows with the name, and from its beginning alone', () => {
    expect(readChannelTheme('x'.repeat(1_000_000))).toBeUndefined();
    expect(readChannelTheme(`${'x '.repeat(200)}noticias`)).toBeUndefined();
  });
});
