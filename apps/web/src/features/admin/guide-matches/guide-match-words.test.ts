import { makeFakeGuideMatch } from '@butaca/testing';
import { describe, expect, it } from 'vitest';
import { countryOf, describeGuideChannel, describeLink } from './guide-match-words.ts';

describe('the country of a guide’s channel', () => {
  it.each([
    ['LaUno.es', 'España'],
    ['LaUno.es@HD', 'España'],
    ['Azteca.MX', 'México'],
    ['canal.tv', undefined],
    ['LaUno.hd', undefined],
    ['123', undefined],
    ['LaUno.qx', undefined],
  ])('of %s is %s', (guideId, country) => {
    expect(countryOf(guideId)).toBe(country);
  });
});

describe('what is known of the guide of a channel', () => {
  const uno = { sourceId: 'g1', sourceName: 'Mi guía', guideId: 'LaUno.es', names: ['La Uno', 'La 1'] };
  const match = makeFakeGuideMatch({ channelId: 'c', name: 'Uno' });
  const decision = {
    sourceId: 'g1',
    guideId: 'LaUno.es',
    username: 'ada',
    decidedAt: '2026-11-30T10:00:00.000Z',
  };

  it('names the country, the id, the other names and the guide', () => {
    expect(describeGuideChannel(uno)).toBe('España · LaUno.es · también «La 1» · en «Mi guía»');
  });

  it.each([
    [{ link: uno }, 'La Uno', 'España · LaUno.es · también «La 1» · en «Mi guía»'],
    [{ link: uno, reason: 'tvg-id' as const }, 'La Uno', /· Encontrado por tvg-id$/],
    [{ link: uno, reason: 'name' as const }, 'La Uno', /· Encontrado por el nombre$/],
    [{ link: uno, decision }, 'La Uno', /· Lo eligió ada$/],
    [{ decision }, 'LaUno.es', 'Su guía ya no lo tiene · Lo eligió ada'],
    [{ decision: { ...decision, sourceId: null, guideId: null } }, 'Ninguna', 'Lo eligió ada'],
    [{ candidates: [{ ...uno, score: 0.9 }] }, 'Por confirmar', '1 canal posible'],
    [{}, 'Ninguna', 'Ninguna guía tiene un canal parecido'],
  ])('says how it stands with %o', (given, name, detail) => {
    expect(describeLink({ ...match, ...given })).toEqual({
      name,
      detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
    });
  });
});
