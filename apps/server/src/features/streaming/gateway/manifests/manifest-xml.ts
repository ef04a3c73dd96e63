// Parses XML into a tree and serialises a tree. Constructs that could expand a small text or reference outside
// resources are not accepted: a document type declaration (and with it every entity but XML's own five) refuses the
// whole text, as do excessive depth and too many elements or attributes.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SaxesParser } from 'saxes';

/** An XML element. Names are as written, prefixes included. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** The text directly inside the element, trimmed. */
  text: string;
}

/** The text is not XML, or uses XML that is not accepted. The message gives the reason without quoting the text. */
export class XmlRefusedError extends Error {
  override readonly name = 'XmlRefusedError';
}

const depthLimit = 16;
/**
 * The most elements of a document: those of a timeline of 40,000 segments (the limit of sealed addresses), plus half.
 */
const elementLimit = 60_000;
const attributeLimit = 200_000;
/** The most attributes of one element; DASH elements have thirty at most. */
const ownAttributeLimit = 100;
/** The parser yields to other requests after this many characters. */
const charactersPerTurn = 32_768;

/** Parses XML. @returns the root element @throws XmlRefusedError, the signal's reason */
export async function parseXml(text: string, signal: AbortSignal): Promise<XmlElement> {
  const parser = new SaxesParser();
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  let attributeCount = 0;
  let ownAttributes = 0;
  parser.on('error', () => refuse('it is not well formed'));
  parser.on('doctype', () => refuse('it has a document type'));
  parser.on('opentagstart', () => {
    ownAttributes = 0;
  });
  parser.on('attribute', () => {
    attributeCount += 1;
    ownAttributes += 1;
    if (ownAttributes > ownAttributeLimit || attributeCount > attributeLimit)
      refuse('it has too many attributes');
  });
  parser.on('opentag', ({ name, attributes }) => {
    count += 1;
    if (count > elementLimit) refuse('it has too many elements');
    if (open.length >= depthLimit) refuse('it is too deep');
    const element: XmlElement = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (part: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element !== undefined) element.text = element.text.trim();
  });
  for (let readAt = 0; readAt < text.length; readAt += charactersPerTurn) {
    parser.write(text.slice(readAt, readAt + charactersPerTurn));
    await nextTurn();
    signal.throwIfAborted();
  }
  parser.close();
  return root ?? refuse('it is empty');
}

function refuse(why: string): never {
  throw new XmlRefusedError(why);
}

/** Serialises an element; attributes with the value `undefined` are left out. @param content - serialised already */
export function writeXml(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  content: readonly string[] = [],
): string {
  const written = Object.entries(attributes)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    .join('');
  return content.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${content.join('')}</${name}>`;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}
