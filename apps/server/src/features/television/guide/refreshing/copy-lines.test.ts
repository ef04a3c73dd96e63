import { expect, it } from 'vitest';
import { copyLine } from './copy-lines.ts';

it('keeps what COPY gives a meaning inside of texts and lists', () => {
  expect(copyLine(['a\tb\nc\\d', 1, true, false, null, ['x', '"y\\']])).toBe(
    'a\\tb\\nc\\\\d\t1\tt\tf\t\\N\t{"x","\\\\"y\\\\\\\\"}\n',
  );
});

it('leaves out what no text of the database may contain', () => {
  expect(copyLine(['a\0b\ud800c'])).toBe('abc\n');
});
