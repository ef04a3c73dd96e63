import { describe, expect, it } from 'vitest';
import { saysAdults } from './adult.ts';

describe('the name of a group', () => {
  it.each([
    'ADULTOS',
    'ADULTOS +18',
    'XXX',
    'XXX SERIES',
    '★ XXX ★',
    'Adultos (18+)',
    '+18',
    '+ 18 VIP',
    'Cine para adultos',
    'FOR ADULTS',
    'Adults Only',
    'Canais Adultos',
    'Filmes Eróticos',
    'Eros',
    'EROS TV',
    'Porno HD',
    'PORNÔ',
    'Hentai',
    '▃▅▆ ＸＸＸ ▆▅▃',
    'X X X',
    '🔞 VIP',
    'ES | Adultos',
    'Mayores de 18',
    'Playboy',
  ])('%s says that it is for adults', (group) => {
    expect(saysAdults(group)).toBe(true);
  });

  it.each([
    'Adult Swim',
    'Adultos mayores',
    'Young Adult',
    'Canal 18',
    'Adultos de ayer',
    'Series 2018+',
    'Eros Now',
    'Jóvenes adultos',
    'Niños y adultos',
    'Animación para adultos',
    'CINE ACCION',
    'Extremadura',
    'Essex',
    '',
  ])('%s does not', (group) => {
    expect(saysAdults(group)).toBe(false);
  });
});

describe('a title', () => {
  it.each([
    'XXX Noches rojas',
    'Noches XXX',
    'Canal Porno',
    'Playboy TV',
    'Cine para adultos',
    'Adultos TV',
    'Venus +18',
    'Hentai 1',
    'Venus TV HD',
    'Private TV',
    'A.D.U.L.T.O.S',
  ])('%s says that it is for adults', (title) => {
    expect(saysAdults(title, 'name')).toBe(true);
  });

  it.each([
    'xXx (2002)',
    'xXx: Reactivated',
    'XXX 2: Estado de emergencia (2005)',
    'Eros (2004)',
    'Young Adult (2011)',
    'Adult Swim',
    'Los adultos (2023)',
    'Cosas de adultos',
    'Adultos mayores',
    'Sexo en Nueva York',
    'Sex Education S01E01',
    'Canal 18',
    'Super Bowl XXX',
    'Private Life (2018)',
    'Venus en piel',
    'A. D. U. S.',
    '18 regalos (2020)',
  ])('%s does not', (title) => {
    expect(saysAdults(title, 'name')).toBe(false);
  });
});
