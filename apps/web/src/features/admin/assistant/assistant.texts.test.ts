import { expect, it } from 'vitest';
import { describeContent } from './assistant.texts.ts';

it.each([
  [false, '1 canal, 20 películas y 8 capítulos'],
  [true, '1 canal, 20 películas y 8 series'],
])('says what groups hold (of an account: %s)', (isAccount, sentence) => {
  const groups = [
    { tipo: 'canal', entries: 1 },
    { tipo: 'pelicula', entries: 20 },
    { tipo: 'serie', entries: 8 },
  ] as const;
  expect(describeContent(groups, isAccount)).toBe(sentence);
});
