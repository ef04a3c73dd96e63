import { defineEndpoint } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serializerOf, writeAnswer } from './write-answer.ts';

const endpointOf = <O extends z.ZodType>(output: O) =>
  defineEndpoint({ method: 'GET', path: '/api/long', access: 'anyone', summary: '', input: {}, output });

/** Lists chapters whose titles tell in which turn of the event loop they were read. */
function chaptersRead(count: number) {
  const turns = new Map<number, number>();
  let turn = 0;
  let isOver = false;
  const pass = () => {
    turn += 1;
    if (!isOver) setImmediate(pass);
  };
  setImmediate(pass);
  const chapters = Array.from({ length: count }, (_, nth) => ({
    get title() {
      turns.set(turn, (turns.get(turn) ?? 0) + 1);
      return `Capítulo ${nth + 1}`;
    },
  }));
  return {
    chapters,
    turns,
    end: () => {
      isOver = true;
    },
  };
}

const chapter = z.object({ title: z.string() });

describe('a long answer', () => {
  it.each([
    ['a list', z.array(chapter), (chapters: object[]) => chapters],
    ['a list of a field', z.object({ chapters: z.array(chapter) }), (chapters: object[]) => ({ chapters })],
    [
      'lists within a list',
      z.object({ seasons: z.array(z.object({ chapters: z.array(chapter) })) }),
      (chapters: object[]) => ({
        seasons: [{ chapters: chapters.slice(0, 19_000) }, { chapters: chapters.slice(19_000) }],
      }),
    ],
  ])(
    'is %s, of which at most two hundred items are written before others go on',
    async (_what, output, of) => {
      const { chapters, turns, end } = chaptersRead(20_000);
      const json = await writeAnswer(endpointOf(output as z.ZodType), of(chapters));
      end();
      expect(Math.max(...turns.values())).toBeLessThanOrEqual(200);
      expect(turns.size).toBeGreaterThanOrEqual(100);
      expect(JSON.parse(json.toString())).toEqual(JSON.parse(JSON.stringify(of(chapters))));
    },
  );

  it('says the same as a short one, without undeclared fields', async () => {
    const output = z.object({
      first: z.string(),
      seasons: z.array(
        z.object({ number: z.number(), chapters: z.array(chapter), tags: z.array(z.string()) }),
      ),
      none: z.array(chapter),
      perhaps: z.array(chapter).optional(),
      last: z.iso.datetime().nullable(),
    });
    const endpoint = endpointOf(output);
    const answer = {
      first: '«ñ» "comillas" \\ 😀',
      secret: 'x',
      seasons: [
        {
          number: 1,
          secret: 'x',
          tags: ['es', 'en'],
          chapters: Array.from({ length: 300 }, (_, nth) => ({ title: `T ${nth}\n`, secret: 'x' })),
        },
        { number: 2, chapters: [], tags: [] },
      ],
      none: [],
      perhaps: [{ title: 'quizá' }],
      last: null,
    };
    const written = await writeAnswer(endpoint, answer);
    expect(JSON.parse(written.toString())).toEqual(JSON.parse(serializerOf(endpoint)(answer)));
    expect(written.toString()).not.toContain('secret');
  });

  it.each([
    ['only lists', z.object({ chapters: z.array(chapter), others: z.array(chapter) })],
    ['no lists of objects', z.object({ words: z.array(z.string()) })],
  ])('of an object with %s is JSON', async (_what, output) => {
    const many = Array.from({ length: 201 }, () => ({ title: 'x' }));
    const answer = { chapters: many, others: [], words: many.map(({ title }) => title) };
    const written = await writeAnswer(endpointOf(output as z.ZodType), answer);
    expect(JSON.parse(written.toString())).toEqual(output.parse(answer));
  });
});
