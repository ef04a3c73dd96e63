// Parses the XML of DASH manifests into a tree and serialises a tree. Constructs that could expand a small text or
// reference outside resources are not accepted: a document type declaration (and with it every entity but XML's own
// five) refuses the whole text, as do excessive depth and too many elements or attributes.
import { SaxesParser } from 'saxes';
import { nextTurn } from '../../../../platform/async/turns.ts';

/** An XML element of a DASH manifest. Names are as written, prefixes included. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** The text directly inside the XML element, trimmed. */
  text: string;
}

/**
 * Thrown for a text that is not XML, or that uses XML that is not accepted. The message gives the reason without
 * quoting the text.
 */
export class XmlRefusedError extends Error {
  override readonly name = 'XmlRefusedError';
}

const depthLimit = 16;
/**
 * The most elements that a DASH manifest may have: one for each of the 40,000 addresses that it may name, and half as
 * many again.
 */
const elementLimit = 60_000;
const attributeLimit = 200_000;
/** The most attributes that one XML element of a manifest may have; DASH elements have thirty at most. */
const ownAttributeLimit = 100;
/** After this many characters of a manifest, the XML parser yields to other requests. */
const charactersPerSlice = 32_768;

/** Attributes of DASH elements that are numbers, dates or words have fewer characters than this. */
const plainAttributeLimit = 1_000;

/**
 * Returns an attribute's value without spaces around it; `''` for a value that is missing, or too long to be a number, a
 * date or a word. A value may be read for each of many elements that inherit it, so reading it has to be cheap.
 */
export const trimAttribute = (value = ''): string => (value.length > plainAttributeLimit ? '' : value.trim());

/** @returns the root element @throws XmlRefusedError; the reason of `signal` when it aborts */
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
  for (let readAt = 0; readAt < text.length; readAt += charactersPerSlice) {
    parser.write(text.slice(readAt, readAt + charactersPerSlice));
    await nextTurn();
    signal.throwIfAborted();
  }
  parser.close();
  return root ?? refuse('it is empty');
}

function refuse(why: string): never {
  throw new XmlRefusedError(why);
}

/**
 * Serialises an XML element; attributes with the value `undefined` are left out. @param content - the element's
 * content, serialised already
 */
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
