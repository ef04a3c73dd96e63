import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeXml, parseXml, writeXml, XmlRefusedError, type XmlElement } from './manifest-xml.ts';

const parse = (text: string) => parseXml(text, new AbortController().signal);
const named = (name: string, more: Partial<XmlElement> = {}): XmlElement => ({
  name,
  attributes: {},
  children: [],
  text: '',
  ...more,
});

describe('parseXml', () => {
  it.each([
    ['an element', '<a/>', named('a')],
    ['a declaration', '<?xml version="1.0"?>\n<a></a>', named('a')],
    [
      'text around children',
      '<a> uno <b/> dos </a>',
      named('a', { text: 'uno  dos', children: [named('b')] }),
    ],
    ['text that was kept from being read', '<a><![CDATA[<b>&]]></a>', named('a', { text: '<b>&' })],
    [
      'entities of XML itself',
      '<a b="&lt;&quot;">&amp;&#65;</a>',
      named('a', { attributes: { b: '<"' }, text: '&A' }),
    ],
    ['a prefix', '<x:a x:b="1"/>', named('x:a', { attributes: { 'x:b': '1' } })],
    ['a comment', '<a><!-- <b/> --></a>', named('a')],
  ])('reads %s', async (_what, text, expected) => {
    expect(await parse(text)).toEqual(expected);
  });

  it.each([
    ['nothing', '', 'it is not well formed'],
    ['a document type', '<!DOCTYPE a><a/>', 'it has a document type'],
    ['an unknown entity', '<a>&otra;</a>', 'it is not well formed'],
    ['an element that stays open', '<a><b></a>', 'it is not well formed'],
    ['two roots', '<a/><b/>', 'it is not well formed'],
    ['an attribute twice', '<a b="1" b="2"/>', 'it is not well formed'],
    ['text alone', 'hola', 'it is not well formed'],
    ['seventeen floors', '<a>'.repeat(17) + '</a>'.repeat(17), 'it is too deep'],
    ['too many elements', `<a>${'<b/>'.repeat(60_000)}</a>`, 'it has too many elements'],
  ])('refuses %s, and says why without quoting it', async (_what, text, why) => {
    const refused = parse(text);
    await expect(refused).rejects.toBeInstanceOf(XmlRefusedError);
    await expect(refused).rejects.toThrow(why);
  });

  it('accepts sixteen nested elements and a hundred attributes, and no more', async () => {
    await expect(parse('<a>'.repeat(16) + '</a>'.repeat(16))).resolves.toMatchObject({ name: 'a' });
    const attributes = (count: number) =>
      Array.from({ length: count }, (_item, index) => ` a${index}=""`).join('');
    expect(Object.keys((await parse(`<a${attributes(100)}/>`)).attributes)).toHaveLength(100);
    await expect(parse(`<a${attributes(101)}/>`)).rejects.toThrow('too many attributes');
  });

  it('stops when its signal is aborted', async () => {
    const controller = new AbortController();
    controller.abort(new Error('too late'));
    await expect(parseXml('<a/>', controller.signal)).rejects.toThrow('too late');
  });
});

describe('writeXml', () => {
  it('omits attributes without a value, and keeps empty ones', () => {
    expect(writeXml('a', { b: undefined, c: '', d: '1' })).toBe('<a c="" d="1"/>');
    expect(writeXml('a', {}, ['<b/>', 'c'])).toBe('<a><b/>c</a>');
  });

  it('escapes values, so that none ends its attribute', () => {
    expect(escapeXml('"<&>"')).toBe('&quot;&lt;&amp;&gt;&quot;');
  });

  it('writes text that parseXml reads back unchanged', async () => {
    const name = fc.constantFrom('MPD', 'Period', 'S', 'cenc:default_KID');
    // XML parsers replace tabs and line breaks in attributes by spaces, so the generated texts of this test contain
    // neither.
    const value = fc.string({ unit: fc.constantFrom('a', 'ñ', '&', '<', '>', '"', "'", ' ', ';', '#') });
    const treeOf = (floors: number): fc.Arbitrary<XmlElement> =>
      fc.record({
        name,
        attributes: fc.dictionary(name, value, { noNullPrototype: true }),
        children: floors === 1 ? fc.constant([]) : fc.array(treeOf(floors - 1), { maxLength: 3 }),
        text: value.map((text) => text.trim()),
      });
    const write = ({ name: tag, attributes, children, text }: XmlElement): string =>
      writeXml(tag, attributes, [escapeXml(text), ...children.map(write)].filter(Boolean));
    await fc.assert(
      fc.asyncProperty(treeOf(4), async (element) => {
        expect(await parse(write(element))).toEqual(element);
      }),
    );
  });
});
