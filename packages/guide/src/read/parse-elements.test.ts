import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { attributeOf, decodeEntities, parseElements, type XmlElement } from './parse-elements.ts';

const limits = { depth: 16, parts: 64 };

describe('parseElements', () => {
  it('reads elements with their attributes, text and children', () => {
    expect(parseElements(`<a x="1" y='&lt;2'>uno<b/> dos</a >\n<c/>`, limits)).toEqual([
      {
        name: 'a',
        attributes: ['x', '1', 'y', '<2'],
        text: 'uno dos',
        children: [{ name: 'b', attributes: [], text: '', children: [] }],
      },
      { name: 'c', attributes: [], text: '', children: [] },
    ]);
  });

  it('reads CDATA as text, and leaves out comments and instructions', () => {
    const [element] =
      parseElements('<!-- <a> --><a>1<![CDATA[<b>&amp;]]><!-- x --><?y z?>2</a>', limits) ?? [];
    expect(element?.text).toBe('1<b>&amp;2');
  });

  it.each([
    ['text between elements', 'uno<a/>'],
    ['an element that is not closed', '<a>'],
    ['elements that are closed crosswise', '<a><b></a></b>'],
    ['an end without a beginning', '</a>'],
    ['an attribute without quotes', '<a b=1/>'],
    ['an attribute without a value', '<a b/>'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['attributes without white space between them', '<a b="1"c="2"/>'],
    ['a < in an attribute', '<a b="<"/>'],
    ['a comment without an end', '<!-- <a/>'],
    ['CDATA without an end', '<a><![CDATA[</a>'],
    ['a document type', '<!DOCTYPE a><a/>'],
    ['a name that begins with a digit', '<1/>'],
    ['a < alone', '<a>1 < 2</a>'],
    ['an end of the text in a tag', '<a b="'],
    ['deep nesting', '<a>'.repeat(17) + '</a>'.repeat(17)],
    ['many attributes', `<a ${Array.from({ length: 65 }, (_none, index) => `a${index}="1"`).join(' ')}/>`],
  ])('refuses %s', (_what, text) => {
    expect(parseElements(text, limits)).toBeUndefined();
  });

  it('finds attributes by name', () => {
    const [element] = parseElements('<a lang="es" src="x"/>', limits) ?? [];
    expect(element && attributeOf(element, 'src')).toBe('x');
    expect(element && attributeOf(element, 'id')).toBeUndefined();
  });
});

describe('decodeEntities', () => {
  it.each([
    ['XML’s own entities', '&amp;&lt;&gt;&quot;&apos;', `&<>"'`],
    ['numbers of characters', '&#241;&#xF1;&#x1F4FA;', 'ññ📺'],
    ['each once', '&amp;lt;', '&lt;'],
    ['an & that begins nothing as itself', 'Tom & Jerry &c; a&b', 'Tom & Jerry &c; a&b'],
    ['entities of HTML as they are written', '&nbsp;&ntilde;', '&nbsp;&ntilde;'],
    [
      'numbers of no characters as they are written',
      '&#0;&#xD800;&#x110000;&#99999999;',
      '&#0;&#xD800;&#x110000;&#99999999;',
    ],
  ])('reads %s', (_what, text, expected) => {
    expect(decodeEntities(text)).toBe(expected);
  });
});

/** Saxes refuses the text for what is forgiven: characters, `]]>` in texts, and the inside of comments and instructions. */
class ForgivenError extends Error {}

const forgiven =
  /disallowed character\.|malformed comment|is disallowed in char data|processing instruction/i;
const lone = /(<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->)|&(?!(?:amp|lt|gt|quot|apos|#241);)/g;

/** What saxes reads, an & that begins no entity being escaped before. @returns `undefined` for what it refuses */
function readBySaxes(text: string): XmlElement[] | undefined {
  const parser = new SaxesParser();
  const root = { name: 'root', attributes: [] as string[], text: '', children: [] as XmlElement[] };
  const open = [root];
  let hasTopText = false;
  const addText = (part: string, isCdata: boolean): void => {
    const current = open.at(-1);
    if (current === undefined) return;
    current.text += part;
    if (current.name === 'root' && (isCdata || part.trim() !== '')) hasTopText = true;
  };
  parser.on('error', ({ message }) => {
    throw forgiven.test(message) ? new ForgivenError(message) : new SyntaxError(message);
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'root') return;
    const element = { name, attributes: Object.entries(attributes).flat(), text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', (part) => addText(part, false));
  parser.on('cdata', (part) => addText(part, true));
  try {
    parser.write(`<root>${text.replace(lone, (_whole, kept?: string) => kept ?? '&amp;')}</root>`).close();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  return hasTopText ? undefined : root.children;
}

const text = fc
  .array(fc.constantFrom('a', 'ñ', ' ', '>', '&', '&amp;', '&lt;', '&#241;', '"', "'", '📺', '=', '/'), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));
const name = fc.constantFrom('title', 'desc', 'a', 'b:c', 'sub-title', 'ñ');
const attributes = fc
  .uniqueArray(fc.tuple(name, text, fc.constantFrom('"', "'")), { selector: ([key]) => key, maxLength: 3 })
  .map((list) =>
    list.map(([key, value, quote]) => ` ${key}=${quote}${value.replaceAll(quote, '')}${quote}`).join(''),
  );
const { document } = fc.letrec<{ element: string; document: string }>((tie) => ({
  element: fc
    .tuple(
      name,
      attributes,
      fc.array(
        fc.oneof(
          text,
          tie('element'),
          text.map((each) => `<![CDATA[${each}]]>`),
        ),
        { maxLength: 4 },
      ),
    )
    .map(([each, list, content]) =>
      content.length === 0 ? `<${each}${list}/>` : `<${each}${list}>${content.join('')}</${each}>`,
    ),
  document: fc
    .array(fc.oneof(tie('element'), fc.constantFrom(' ', '\n', '<!-- a & <b> -->', '<?php a?>')), {
      maxLength: 5,
    })
    .map((parts) => parts.join('')),
}));

describe('parseElements beside saxes', () => {
  it('reads the same of what is well formed', () => {
    fc.assert(
      fc.property(document, (each) => {
        expect(parseElements(each, limits)).toEqual(readBySaxes(each));
      }),
      { numRuns: 300 },
    );
  });

  it('reads the same of what is damaged, and refuses what saxes refuses', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      '"',
      '=',
      '</a>',
      '<a>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      ' ',
      '&',
      'a',
    );
    const damage = fc.record({ at: fc.nat(200), length: fc.nat(3), piece });
    fc.assert(
      fc.property(document, fc.array(damage, { minLength: 1, maxLength: 3 }), (each, damages) => {
        // By characters, because no decoder gives halves of them.
        const characters = Array.from(each);
        for (const { at, length, piece: put } of damages) {
          characters.splice(at % (characters.length + 1), length, ...Array.from(put));
        }
        const damaged = characters.join('');
        let expected: XmlElement[] | undefined;
        try {
          expected = readBySaxes(damaged);
        } catch (error) {
          if (error instanceof ForgivenError) return;
          throw error;
        }
        expect(parseElements(damaged, limits)).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});
