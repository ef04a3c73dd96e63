import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAttributes, writeAttribute } from './playlist-tags.ts';

const rewritten = (list: string) => readAttributes(list).map((attribute) => writeAttribute(attribute));

describe('the attributes of a tag', () => {
  it.each([
    ['METHOD=AES-128,IV=0xAB', ['METHOD=AES-128', 'IV=0xAB']],
    ['NAME="a,b=c",TYPE=AUDIO', ['NAME="a,b=c"', 'TYPE=AUDIO']],
    [' TYPE = AUDIO , NAME = "a" ', ['TYPE=AUDIO', 'NAME="a"']],
    ['RESOLUTION=640x360,FRAME-RATE=29.97', ['RESOLUTION=640x360', 'FRAME-RATE=29.97']],
    ['TIME-OFFSET=-3.5', ['TIME-OFFSET=-3.5']],
    ['NAME=""', ['NAME=""']],
    ['METHOD=', ['METHOD=']],
    ['X-COM-OTRA="a",TYPE=AUDIO', ['TYPE=AUDIO']],
    ['', []],
    [',', []],
    ['TYPE=AUDIO,,NAME="a"', ['TYPE=AUDIO']],
    ['TYPE', []],
    ['="a"', []],
    ['NAME="a"b,TYPE=AUDIO', ['NAME="ab"', 'TYPE=AUDIO']],
  ])('read from %j are the known ones, up to the first that is malformed', (list, expected) => {
    expect(rewritten(list)).toEqual(expected);
  });

  it.each([
    { name: 'NAME', value: 'a//b', isQuoted: true },
    { name: 'NAME', value: 'a%2F%2fb', isQuoted: true },
    { name: 'NAME', value: 'a\u0000', isQuoted: true },
    { name: 'NAME', value: 'a\u007f', isQuoted: true },
    { name: 'TYPE', value: 'a/b', isQuoted: false },
    { name: 'TYPE', value: 'a b', isQuoted: false },
    { name: 'TYPE', value: 'ñ', isQuoted: false },
  ])('are left out when they may hold an address or end the line: %j', (attribute) => {
    expect(writeAttribute(attribute)).toBeUndefined();
  });

  it('are read back unchanged after they are written', () => {
    const quoted = fc.string().map((value) => ({
      name: 'NAME',
      value: value.replaceAll('"', '').trim(),
      isQuoted: true,
    }));
    const bare = fc
      .string({ unit: fc.constantFrom('a', 'B', '1', '.', ':', '+', '@', '-') })
      .map((value) => ({ name: 'TYPE', value, isQuoted: false }));
    fc.assert(
      fc.property(fc.array(fc.oneof(quoted, bare)), (attributes) => {
        const written = attributes.map(writeAttribute);
        const kept = attributes.filter((_attribute, index) => written[index] !== undefined);
        expect(readAttributes(written.filter((text) => text !== undefined).join(','))).toEqual(kept);
      }),
    );
  });
});
