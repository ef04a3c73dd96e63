/**
 * Parses the content of a block: a small, strict parser of XML without a document type. Elements have to be closed in
 * order, and attributes have to be quoted and unique. An `&` that begins neither one of XML's own five entities nor the
 * number of a character is read as itself, because guides are often written so; nothing else is ever expanded.
 */

/** An element with its own text, without that of its children. */
export interface XmlElement {
  name: string;
  /** Name and value by turns. */
  attributes: readonly string[];
  text: string;
  children: readonly XmlElement[];
}

/** An element whose content is being read. */
interface OpenElement extends XmlElement {
  children: XmlElement[];
}

// Shared by all elements that have none: most elements of a guide are small, and there are millions.
const noAttributes: readonly string[] = [];
const noChildren: XmlElement[] = [];

/** The value of an attribute of an element. */
export function attributeOf({ attributes }: XmlElement, name: string): string | undefined {
  for (let index = 0; index < attributes.length; index += 2) {
    if (attributes[index] === name) return attributes[index + 1];
  }
  return undefined;
}

/**
 * @param limits - `depth`: the deepest nesting; `parts`: the most attributes of an element
 * @returns the elements at the top, `undefined` when the text is not well formed or exceeds a limit
 */
export function parseElements(
  text: string,
  limits: { depth: number; parts: number },
): readonly XmlElement[] | undefined {
  const top: OpenElement = { name: '', attributes: noAttributes, text: '', children: [] };
  const open: OpenElement[] = [top];
  let current = top;
  let at = 0;
  for (;;) {
    const markup = text.indexOf('<', at);
    if (markup === -1) {
      if (open.length > 1) return undefined;
      return isBlankText(text, at, text.length) ? top.children : undefined;
    }
    if (markup > at && current !== top) current.text += decodeEntities(text.slice(at, markup));
    else if (markup > at && !isBlankText(text, at, markup)) return undefined;
    switch (text.charCodeAt(markup + 1)) {
      case slash: {
        const end = text.indexOf('>', markup);
        if (end === -1 || current === top || !closes(text, markup + 2, end, current.name)) return undefined;
        open.pop();
        current = open.at(-1) ?? top;
        at = end + 1;
        break;
      }
      case bang: {
        const isCdata = text.startsWith('<![CDATA[', markup);
        if (!isCdata && !text.startsWith('<!--', markup)) return undefined;
        const start = markup + (isCdata ? 9 : 4);
        const end = text.indexOf(isCdata ? ']]>' : '-->', start);
        if (end === -1 || (isCdata && current === top)) return undefined;
        if (isCdata) current.text += text.slice(start, end);
        at = end + 3;
        break;
      }
      case questionMark: {
        const end = text.indexOf('?>', markup + 2);
        if (end === -1) return undefined;
        at = end + 2;
        break;
      }
      default: {
        const element = readStart(text, markup + 1, limits.parts);
        if (element === undefined) return undefined;
        if (current.children === noChildren) current.children = [element.element];
        else current.children.push(element.element);
        at = element.end;
        if (element.isEmpty) break;
        if (open.length > limits.depth) return undefined;
        current = element.element;
        open.push(current);
      }
    }
  }
}

const slash = 0x2f;
const bang = 0x21;
const questionMark = 0x3f;
const greaterThan = 0x3e;

/** Whether an end tag closes the element of a name: that name, and white space at most. */
function closes(text: string, from: number, to: number, name: string): boolean {
  return text.startsWith(name, from) && isBlankText(text, from + name.length, to);
}

function readStart(
  text: string,
  from: number,
  mostAttributes: number,
): { element: OpenElement; end: number; isEmpty: boolean } | undefined {
  let at = from;
  while (isNameCode(text.charCodeAt(at))) at += 1;
  if (!startsName(text.charCodeAt(from))) return undefined;
  const name = nameAt(text, from, at);
  let attributes: string[] | undefined;
  for (;;) {
    const before = at;
    while (isSpaceCode(text.charCodeAt(at))) at += 1;
    const code = text.charCodeAt(at);
    const isEmpty = code === slash;
    if (isEmpty || code === greaterThan) {
      if (isEmpty && text.charCodeAt(at + 1) !== greaterThan) return undefined;
      const element = { name, attributes: attributes ?? noAttributes, text: '', children: noChildren };
      return { element, end: at + (isEmpty ? 2 : 1), isEmpty };
    }
    if (at === before || !startsName(code)) return undefined;
    const keyStart = at;
    while (isNameCode(text.charCodeAt(at))) at += 1;
    const key = nameAt(text, keyStart, at);
    while (isSpaceCode(text.charCodeAt(at))) at += 1;
    if (text.charCodeAt(at) !== 0x3d) return undefined;
    at += 1;
    while (isSpaceCode(text.charCodeAt(at))) at += 1;
    const quote = text[at];
    if (quote !== '"' && quote !== "'") return undefined;
    const end = text.indexOf(quote, at + 1);
    if (end === -1) return undefined;
    const value = text.slice(at + 1, end);
    attributes ??= [];
    if (value.includes('<') || hasKey(attributes, key) || attributes.length === mostAttributes * 2) {
      return undefined;
    }
    attributes.push(key, decodeEntities(value));
    at = end + 1;
  }
}

/**
 * The names that guides use most. A name that is one of these is given as the same string each time, which is compared many
 * times faster than one that is cut out of a text.
 */
const usualNames = [
  'title',
  'sub-title',
  'desc',
  'category',
  'icon',
  'date',
  'episode-num',
  'rating',
  'value',
  'display-name',
  'url',
  'new',
  'live',
  'premiere',
  'previously-shown',
  'credits',
  'actor',
  'director',
  'lang',
  'system',
  'src',
] as const;
const namesByLength = Array.from({ length: 17 }, (_none, length) =>
  usualNames.filter((name) => name.length === length),
);

function nameAt(text: string, from: number, to: number): string {
  for (const name of namesByLength[to - from] ?? []) if (text.startsWith(name, from)) return name;
  return text.slice(from, to);
}

function hasKey(attributes: readonly string[], key: string): boolean {
  for (let index = 0; index < attributes.length; index += 2) if (attributes[index] === key) return true;
  return false;
}

function isSpaceCode(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Whether a character may be part of a name; NaN, which is the end of the text, may not. */
function isNameCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x3a) ||
    code === 0x2d ||
    code === 0x2e ||
    code === 0x5f ||
    code >= 0xb7
  );
}

function startsName(code: number): boolean {
  return (
    isNameCode(code) && code !== 0x2d && code !== 0x2e && !(code >= 0x30 && code <= 0x39) && code !== 0xb7
  );
}

function isBlankText(text: string, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) if (!isSpaceCode(text.charCodeAt(index))) return false;
  return true;
}

const entity = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Replaces XML's own entities and numbers of characters, each once; everything else stays as it is written. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(entity, (whole, name?: string, decimal?: string, hexadecimal?: string) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return isXmlCharacter(code) ? String.fromCodePoint(code) : whole;
  });
}

/** @see https://www.w3.org/TR/xml/#charsets */
function isXmlCharacter(code: number): boolean {
  return (
    code === 0x9 ||
    code === 0xa ||
    code === 0xd ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  );
}
