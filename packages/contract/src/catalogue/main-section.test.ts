import { describe, expect, it } from 'vitest';
import { doramasSection, sectionOf } from './main-section.ts';

describe('sectionOf', () => {
  it.each([
    [{ tipo: 'pelicula', mainSection: 'CINE_4K' }, 'CINE_4K'],
    [{ tipo: 'pelicula', mainSection: null }, ''],
    [{ tipo: 'serie', mainSection: null }, ''],
    [{ tipo: 'dorama', mainSection: null }, doramasSection],
    [{ tipo: 'dorama', mainSection: 'CINE_4K' }, doramasSection],
  ])('reads from %o the section %j', (video, section) => {
    expect(sectionOf(video)).toBe(section);
  });
});
