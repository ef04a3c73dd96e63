import { beforeEach, describe, expect, it } from 'vitest';
import { readChoices, rememberChoice } from './remembered-choices.ts';

beforeEach(() => localStorage.clear());

describe('the remembered choices of the player’s menus', () => {
  it('are empty at first, and each is stored without changing the others', () => {
    expect(readChoices()).toEqual({});
    rememberChoice({ audio: 'es-419' });
    rememberChoice({ subtitles: 'off', rate: 1.25 });
    rememberChoice({ audio: 'en' });
    expect(readChoices()).toEqual({ audio: 'en', subtitles: 'off', rate: 1.25 });
  });

  it.each([
    ['no JSON', '{"audio":', {}],
    ['another thing', '"es"', {}],
    ['null', 'null', {}],
    ['values of other kinds', '{"audio":7,"subtitles":{"a":1},"rate":"2"}', {}],
    ['a speed that no player has', '{"audio":"es-ES","rate":64}', { audio: 'es-ES' }],
  ])('ignore stored data that is %s', (_what, text, expected) => {
    localStorage.setItem('playerChoices', text);
    expect(readChoices()).toEqual(expected);
  });
});
