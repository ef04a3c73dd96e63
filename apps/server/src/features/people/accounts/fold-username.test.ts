import { describe, expect, it } from 'vitest';
import { foldUsername } from './fold-username.ts';

describe('a folded user name', () => {
  it.each([
    ['Ana', 'ana'],
    [' ana ', 'ana'],
    ['José', 'jose'],
    ['JOSE\u0301', 'jose'],
    ['ÑOÑO', 'nono'],
    ['\u0430\u0441\u0435', 'ace'],
    ['\u0410\u0421\u0415', 'ace'],
    ['Søren', 'soren'],
    ['ana@correo.com', 'ana@correo.com'],
    ['Анна', 'ahha'],
    ['李雷', '李雷'],
  ])('of %j is %j', (username, folded) => {
    expect(foldUsername(username)).toBe(folded);
    expect(foldUsername(folded)).toBe(folded);
  });

  it('keeps the names that accounts had when user names were plain letters', () => {
    for (const username of ['ana', 'a.b-c', 'Ana_Luz', '123']) {
      expect(foldUsername(username)).toBe(username.toLowerCase());
    }
  });
});
