import { setImmediate as nextTurn } from 'node:timers/promises';
import { readChapters } from '@butaca/xtream';
import { afterAll, expect, it } from 'vitest';
import { createAnswerReader } from './read-answer.ts';

const reader = createAnswerReader();
afterAll(() => reader[Symbol.asyncDispose]());

const answerOf = (count: number) => ({
  episodes: {
    '1': Array.from({ length: count }, (_one, index) => ({
      id: String(index + 1),
      episode_num: index + 1,
      title: `Capítulo ${index + 1}`,
      container_extension: 'mkv',
      info: { plot: 'Una sinopsis. '.repeat(20) },
    })),
  },
});
const bytesOf = (answer: object) => Buffer.from(JSON.stringify(answer));

it.each([3, 6_000])('reads %i chapters of an answer', async (count) => {
  const answer = answerOf(count);
  expect(await reader.read(bytesOf(answer))).toEqual(readChapters(answer));
});

it('does not read a long answer in the turn of the event loop in which it is asked', async () => {
  let isRead = false;
  const reading = reader.read(bytesOf(answerOf(6_000))).then(() => (isRead = true));
  await nextTurn();
  expect(isRead).toBe(false);
  await reading;
});

it('refuses an answer that is no JSON, a long one too, and reads the next one', async () => {
  const broken = bytesOf(answerOf(6_000)).subarray(0, 900_000);
  await expect(reader.read(Buffer.from('{"episodes":'))).rejects.toMatchObject({
    code: 'upstream.unreachable',
  });
  await expect(reader.read(broken)).rejects.toMatchObject({ code: 'upstream.unreachable' });
  expect(await reader.read(bytesOf(answerOf(1)))).toHaveLength(1);
});
