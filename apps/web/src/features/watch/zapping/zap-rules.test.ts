import { describe, expect, it } from 'vitest';
import { channelOf, lastWatched, listAround, noteWatched, stepFrom, typeDigit } from './zap-rules.ts';
import type { ZapChannel } from './zapping.queries.ts';

let numbers = 0;
const make = (name: string, locked = false): ZapChannel => ({
  _id: name,
  name,
  section: 'Noticias',
  logo: null,
  colour: null,
  locked,
  number: (numbers += 10),
});
const lineup = [make('a'), make('b', true), make('c'), make('d')];
const idOf = (channel: ZapChannel | undefined) => channel?._id;

describe('the number of a channel', () => {
  it('belongs to it, wherever it stands in the list', () => {
    expect(['10', '040', '0', '1', ''].map((typed) => idOf(channelOf(lineup, typed)))).toEqual([
      'a',
      'd',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is typed digit by digit, and starts again after six digits', () => {
    expect('1234567'.split('').reduce(typeDigit, '')).toBe('7');
    expect('123456'.split('').reduce(typeDigit, '')).toBe('123456');
  });
});

describe('a step through the lineup', () => {
  it.each([
    ['a', 1, 'c'],
    ['c', 1, 'd'],
    ['d', 1, 'a'],
    ['c', -1, 'a'],
    ['a', -1, 'd'],
  ] as const)('from %s by %i leads to %s', (from, step, to) => {
    expect(idOf(stepFrom(lineup, from, step))).toBe(to);
  });

  it('from a channel outside the lineup leads to its first or last channel', () => {
    expect(idOf(stepFrom(lineup, 'z', 1))).toBe('a');
    expect(idOf(stepFrom(lineup, 'z', -1))).toBe('d');
  });

  it('leads nowhere when no other channel can be opened', () => {
    expect(stepFrom([], 'a', 1)).toBeUndefined();
    expect(stepFrom([make('a')], 'a', 1)).toBeUndefined();
    expect(stepFrom([make('a'), make('b', true)], 'a', -1)).toBeUndefined();
  });
});

describe('the previous channel', () => {
  it('is the one watched before the playing one, and swaps with it', () => {
    const [a, , c] = lineup;
    if (a === undefined || c === undefined) throw new Error('no channels');
    const both = noteWatched(noteWatched([], a), c);
    expect(idOf(lastWatched(both, 'c'))).toBe('a');
    expect(noteWatched(both, c)).toBe(both);
    expect(idOf(lastWatched(noteWatched(both, a), 'a'))).toBe('c');
    expect(lastWatched(noteWatched([], a), 'a')).toBeUndefined();
  });

  it('is the newest watched one while another channel opens', () => {
    const [a] = lineup;
    expect(idOf(lastWatched(a === undefined ? [] : noteWatched([], a), 'nuevo'))).toBe('a');
  });
});

describe('the channel list over the video', () => {
  it('shows a hundred channels around the playing one', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => make(String(index + 1)));
    const namesAround = (id: string) => listAround(many, id).map(({ name }) => name);
    expect(namesAround('500')).toHaveLength(100);
    expect(namesAround('500')[0]).toBe('450');
    expect(namesAround('1')[0]).toBe('1');
    expect(namesAround('1000').at(-1)).toBe('1000');
    expect(namesAround('z')[0]).toBe('1');
  });
});
