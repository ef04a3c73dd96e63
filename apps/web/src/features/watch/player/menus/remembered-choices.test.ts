import { beforeEach, describe, expect, it } from 'vitest';
import { readChoices, rememberChoice } from './remembered-choices.ts';

beforeEach(() => localStorage.clear());

describe('what was chosen in the player', () => {
  it('is nothing at first, and is kept choice by choice', () => {
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
  ])('passes over %s', (_what, text, expected) => {
    localStorage.setItem('playerChoices', text);
    expect(readChoices()).toEqual(expected);
  });
});
