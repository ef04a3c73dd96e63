import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEntryLine } from './entry-line.ts';

const read = (line: string) => readEntryLine(line, '#EXTINF:'.length);
const attributesOf = (line: string) => Object.fromEntries(read(line)?.attributes ?? []);

describe('the duration of an entry', () => {
  it.each([
    ['#EXTINF:5400,Duna', 5_400],
    ['#EXTINF:12.5,Duna', 12.5],
    ['#EXTINF: 60 ,Duna', 60],
    ['#EXTINF:-1,Canal', null],
    ['#EXTINF:0,Canal', null],
    ['#EXTINF:,Canal', null],
    ['#EXTINF:abc,Canal', null],
    ['#EXTINF:', null],
  ])('in %s is %o', (line, seconds) => {
    expect(read(line)?.durationSeconds).toBe(seconds);
  });
});

describe('the attributes of an entry', () => {
  it.each([
    ['#EXTINF:-1 tvg-id="a.es" group-title="Cine",X', { 'tvg-id': 'a.es', 'group-title': 'Cine' }],
    ["#EXTINF:-1 tvg-id='a.es',X", { 'tvg-id': 'a.es' }],
    ['#EXTINF:-1 TVG-ID=a.es Group-Title=Cine,X', { 'tvg-id': 'a.es', 'group-title': 'Cine' }],
    ['#EXTINF:-1 tvg-id = "a.es",X', { 'tvg-id': 'a.es' }],
    ['#EXTINF:-1 tvg-id="",X', { 'tvg-id': '' }],
    ['#EXTINF:-1 tvg-id=,X', { 'tvg-id': '' }],
    ['#EXTINF:-1 tvg-name=" Uno ",X', { 'tvg-name': 'Uno' }],
    ['#EXTINF:-1 tvg-name="Yo soy Betty, la fea",X', { 'tvg-name': 'Yo soy Betty, la fea' }],
    ['#EXTINF:-1 tvg-name="El"loco"show",X', { 'tvg-name': 'El"loco"show' }],
    ['#EXTINF:-1 tvg-name="It\'s",X', { 'tvg-name': "It's" }],
    ['#EXTINF:-1 group-title="Cine,Duna', { 'group-title': 'Cine' }],
    ['#EXTINF:-1 group-title="Cine', { 'group-title': 'Cine' }],
    ['#EXTINF:-1, tvg-id="a" tvg-chno="7",X', { 'tvg-id': 'a', 'tvg-chno': '7' }],
    ['#EXTINF:-1 a="1" a="2",X', { a: '2' }],
    ['#EXTINF:-1,a=b', {}],
    ['#EXTINF:-1 7="x",X', {}],
  ])('in %s are %o', (line, attributes) => {
    expect(attributesOf(line)).toEqual(attributes);
  });

  it('may number two hundred; a line with more is unreadable', () => {
    const line = (count: number) =>
      `#EXTINF:-1 ${Array.from({ length: count }, (_item, index) => `a${index}="1"`).join(' ')},Duna`;
    expect(read(line(200))).toMatchObject({ title: 'Duna', attributes: { size: 200 } });
    expect(read(line(201))).toBeUndefined();
  });

  it('are read back as they were written, whatever the quotes contain', () => {
    const value = fc.stringMatching(/^[^"\r\n]{0,20}$/);
    const title = fc.stringMatching(/^[a-z ,.()-]{0,20}$/);
    fc.assert(
      fc.property(value, value, title, (one, other, text) => {
        const line = read(`#EXTINF:-1 tvg-id="${one}" group-title="${other}",${text}`);
        expect(Object.fromEntries(line?.attributes ?? [])).toEqual({
          'tvg-id': one.trim(),
          'group-title': other.trim(),
        });
        expect(line?.title).toBe(text.trim());
      }),
    );
  });
});

describe('the title of an entry', () => {
  it.each([
    ['#EXTINF:-1,Duna', 'Duna'],
    ['#EXTINF:-1 tvg-id="a" , Duna, parte dos ', 'Duna, parte dos'],
    ['#EXTINF:-1 Duna', 'Duna'],
    ['#EXTINF:-1 tvg-id="a" Duna', 'Duna'],
    ['#EXTINF:-1,', ''],
    ['#EXTINF:-1', ''],
    ['#EXTINF:-1 tvg-id="a"', ''],
    ['#EXTINF:-1,,Duna', ',Duna'],
  ])('in %s is «%s»', (line, title) => {
    expect(read(line)?.title).toBe(title);
  });

  it('is found in bounded time, however many quotes and commas precede it', () => {
    for (const noise of [
      '"'.repeat(60_000),
      'a="'.repeat(20_000),
      ','.repeat(60_000),
      'a=b '.repeat(15_000),
    ]) {
      expect(() => read(`#EXTINF:-1 x="${noise},Duna`)).not.toThrow();
    }
  });
});
