import { expect, it } from 'vitest';
import { findJsonObject } from './find-json.ts';

it.each([
  ['alone', '{"a":1}'],
  ['in a fence', '```json\n{"a":1}\n```'],
  ['between words', 'Claro, aquí está: {"a":1} ¿Algo más?'],
  ['before a second object', '{"a":1}{"a":2}'],
])('findJsonObject finds an object %s', (_where, text) => {
  expect(findJsonObject(text)).toEqual({ a: 1 });
});

it('findJsonObject does not count braces and quotes inside of strings', () => {
  const object = { a: 'un } y un { y una \\" comilla "', b: [{ c: ']' }] };
  expect(findJsonObject(`antes ${JSON.stringify(object)} después }`)).toEqual(object);
});

it.each([
  ['without an object', 'No puedo ayudarte con eso.'],
  ['cut off', '{"a": "una fra'],
  ['that is not JSON', "{a: 'uno'}"],
  ['a web page', '<html><style>a{color:red}</style></html>'],
  ['nested deeper than makes sense', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
  ['that is empty', ''],
])('findJsonObject finds nothing in a text %s', (_kind, text) => {
  expect(findJsonObject(text)).toBeUndefined();
});

it('findJsonObject reads __proto__ as an ordinary key', () => {
  const found = findJsonObject('{"__proto__":{"isAdmin":true},"a":1}');
  expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});
