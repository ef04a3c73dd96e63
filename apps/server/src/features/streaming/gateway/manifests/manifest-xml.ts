// Reads XML into a tree and writes one. Nothing that could make a small text grow, or reach beyond itself, is read: a
// document type (and with it every entity but XML's own five) refuses the whole, and so do depth and the number of elements and
// attributes.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SaxesParser } from 'saxes';

/** An element. Names are as written, prefixes included. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** The text directly in it, ends trimmed. */
  text: string;
}

/** The text is not XML, or uses XML that is not accepted. The message gives the reason without quoting the text. */
export class XmlRefusedError extends Error {
  override readonly name = 'XmlRefusedError';
}

const depthLimit = 16;
/** Enough for a timeline of 40,000 segments, the limit of sealed addresses, and a third more. */
const elementLimit = 60_000;
const attributeLimit = 200_000;
/** Attributes of one element; those of DASH have thirty at most. */
const ownAttributeLimit = 100;
/** Other requests are served after this many characters. */
const charactersPerTurn = 32_768;

/** @returns the root @throws XmlRefusedError, the signal's reason */
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

/** Writes an element; attributes without a value are left out. @param content - already written */
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
