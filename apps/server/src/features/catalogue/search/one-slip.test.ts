import { describe, expect, it } from 'vitest';
import { listSlips } from './one-slip.ts';

describe('the texts that differ from a word by one slip', () => {
  it.each([
    ['metroplis', 'metropolis', 'a missing letter'],
    ['metroopolis', 'metropolis', 'a letter too many'],
    ['metrupolis', 'metropolis', 'a wrong letter'],
    ['metorpolis', 'metropolis', 'two exchanged letters'],
    ['etropolis', 'metropolis', 'a missing first letter'],
    ['metropoli', 'metropolis', 'a missing last letter'],
    ['metropolsi', 'metropolis', 'two exchanged letters at the end'],
  ])('for «%s» include «%s»: %s', (typed, meant) => {
    expect(listSlips(typed)).toContain(meant);
  });

  it('contain neither the word itself nor words with two slips', () => {
    const slips = listSlips('luna');
    expect(slips).not.toContain('luna');
    expect(slips).not.toContain('lno');
    expect(new Set(slips).size).toBe(slips.length);
  });

  it('are few enough to be looked up at once, also for the longest word', () => {
    expect(listSlips('x'.repeat(24)).length).toBeLessThan(2_000);
  });

  it.each([
    ['a', ['', 'b', 'aa', '9a']],
    ['ab', ['a', 'b', 'ba', 'cb', 'abz']],
    ['casa', ['cas', 'asa', 'acsa', 'casas', 'masa', 'cafa']],
  ])('for «%s» include %j', (typed, expected) => {
    expect(listSlips(typed)).toEqual(expect.arrayContaining(expected));
  });

  it.each(['casa', 'faro', 'metropolis', 'luna2'])('lead back to «%s» from each of them', (word) => {
    for (const slip of listSlips(word)) {
      const isTooShort = slip.length < word.length - 1;
      expect(isTooShort).toBe(false);
      expect(listSlips(slip)).toContain(word);
    }
  });
});
