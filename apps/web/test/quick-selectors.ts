import { attributeOf, elementsInside, nameOf } from './jsdom-internals.ts';

/* A faster `Element.matches` and `querySelectorAll` for tests in jsdom. To find out an element's role, a query by role tries the selectors of
   eighty roles on it, one after the other, and jsdom spends about a microsecond on each. Nearly all of these selectors
   name one kind of element and perhaps some of its attributes, which is quickly compared. */

type Matches = (this: Element, selector: string) => boolean;
type Search = (this: ParentNode & Node, selectors: string) => NodeListOf<Element>;

/** One condition on an attribute: that it is there, that it has this value, or that its words include this word. */
interface AttributeCondition {
  name: string;
  form: 'present' | 'value' | 'word';
  value: string;
  isNegated: boolean;
}

/** A selector of one element without its relatives: its name, if the selector has one, and its attributes. */
interface SimpleSelector {
  name: string | undefined;
  conditions: AttributeCondition[];
}

const simplePattern = /^(?:\*|([a-z][a-z\d]*))?((?::not\(\[[^\]()]*\]\)|\[[^\]()]*\])*)$/;
const conditionPattern = /(:not\()?\[([a-z][a-z\d-]*)(?:(~(?=="[^\s"]+"))?="([^"\\]*)")?\]\)?/g;

/**
 * Creates a faster replacement for `Element.prototype.matches`. It answers selectors of an element's name and
 * attributes; the given function answers all others.
 */
export function quickMatches(ask: Matches): Matches {
  const known = new Map<string, SimpleSelector | undefined>();

  return function matches(this: Element, selector: string): boolean {
    let simple = known.get(selector);
    if (simple === undefined && !known.has(selector)) {
      simple = readSimpleSelector(selector);
      known.set(selector, simple);
    }
    return (simple && meetsAll(this, simple)) ?? ask.call(this, selector);
  };
}

/** A list of elements that does not change, with what a `NodeList` has besides. */
export class FoundElements<Found extends Element> extends Array<Found> {
  static override readonly [Symbol.species] = Array;

  item(index: number): Found | null {
    return this[index] ?? null;
  }
}

/**
 * Creates a faster replacement for `querySelectorAll`. It answers lists of selectors of an element's name and attributes;
 * the given function answers all others.
 */
export function quickSearch(ask: Search): Search {
  const known = new Map<string, SimpleSelector[] | undefined>();

  return function querySelectorAll(this: ParentNode & Node, selectors: string): NodeListOf<Element> {
    let list = known.get(selectors);
    if (list === undefined && !known.has(selectors)) {
      const read = selectors.split(',').map((selector) => readSimpleSelector(selector.trim()));
      list = read.includes(undefined) ? undefined : read.flatMap((simple) => simple ?? []);
      known.set(selectors, list);
    }
    if (list === undefined) return ask.call(this, selectors);
    const found = new FoundElements<Element>();
    for (const element of elementsInside(this)) {
      const answers = list.map((simple) => meetsAll(element, simple));
      if (answers.includes(true)) found.push(element);
      else if (answers.includes(undefined)) return ask.call(this, selectors);
    }
    return found as ArrayLike<Element> as NodeListOf<Element>;
  };
}

/** Whether an element has what a selector names; `undefined` if only jsdom can tell. */
function meetsAll(element: Element, { name, conditions }: SimpleSelector): boolean | undefined {
  if (name !== undefined && name !== nameOf(element)) return false;
  for (const condition of conditions) {
    const isMet = meets(element, condition);
    if (isMet === undefined) return undefined;
    if (isMet === condition.isNegated) return false;
  }
  return true;
}

/** Reads a selector; `undefined` if it has anything besides an element's name and attributes. */
function readSimpleSelector(selector: string): SimpleSelector | undefined {
  const [whole, name, attributes = ''] = simplePattern.exec(selector) ?? [];
  if (whole === undefined || whole === '') return undefined;
  const found = [...attributes.matchAll(conditionPattern)];
  if (found.map(([text]) => text).join('') !== attributes) return undefined;
  const conditions = found.map(([, not, attribute = '', word, value]): AttributeCondition => {
    const form = value === undefined ? 'present' : word === undefined ? 'value' : 'word';
    return { name: attribute, form, value: value ?? '', isNegated: not !== undefined };
  });
  return { name, conditions };
}

/**
 * Whether an element's attribute is as a condition says, not negated; `undefined` if that depends on whether upper and
 * lower case are the same in this attribute's values.
 */
function meets(element: Element, { name, form, value }: AttributeCondition): boolean | undefined {
  const own = attributeOf(element, name);
  if (own === null) return false;
  if (form === 'present') return true;
  if (form === 'value') {
    if (own === value) return true;
    return own.toLowerCase() === value.toLowerCase() ? undefined : false;
  }
  if (own.toLowerCase().includes(value.toLowerCase())) return own === value ? true : undefined;
  return false;
}

/**
 * What an element must have, or else it cannot have a selector: attributes by name, classes as `.name`; what it must have
 * itself, and what elements around it must have.
 */
interface Required {
  own: string[];
  around: string[];
}

/**
 * Creates a quick test of whether an element certainly has none of the given selectors. Nearly all elements lack the
 * attributes and classes that a library names in the selectors of its style sheet.
 *
 * @returns a function that may be wrong only by answering false
 */
export function quickRejection(selectors: readonly string[]): (element: Element) => boolean {
  const read = selectors.map(readRequired);
  if (read.includes(undefined)) return () => false;
  const all = read.flatMap((required) => required ?? []);
  const ownNames = [...new Set(all.flatMap(({ own }) => own))];
  const withoutOwn = all.filter(({ own }) => own.length === 0);

  return (element) => {
    const candidates = ownNames.some((name) => has(element, name))
      ? all.filter(({ own }) => own.every((name) => has(element, name)))
      : withoutOwn;
    const known = new Map<string, boolean>();
    const isAround = (name: string): boolean => {
      const answer = known.get(name) ?? hasAncestorWith(element, name);
      known.set(name, answer);
      return answer;
    };
    return candidates.every(({ around }) => !around.every(isAround));
  };
}

/** @param name - the name of an attribute, or `.` and a class */
function has(element: Element, name: string): boolean {
  if (name[0] !== '.') return element.hasAttribute(name);
  return attributeOf(element, 'class') !== null && element.classList.contains(name.slice(1));
}

function hasAncestorWith(element: Element, name: string): boolean {
  for (let at = element.parentElement; at !== null; at = at.parentElement) if (has(at, name)) return true;
  return false;
}

/** Reads a selector or a list of them; `undefined` if it has a form that is not understood here, such as `:is(…)`. */
function readRequired(selector: string): Required[] | undefined {
  const bare = selector.replaceAll(/"[^"]*"/g, '""').replaceAll(/:nth-child\(\d+\)/g, '');
  if (/[()\\'+|]|~(?!=)|\[[^\]]*\s/.test(bare)) return undefined;
  return bare.split(',').map((part) => {
    const compounds = part.trim().split(/\s*>\s*|\s+/);
    const [own = [], ...around] = compounds.toReversed().map(namesIn);
    return { own, around: [...new Set(around.flat())] };
  });
}

/** The attributes and classes that a selector of one element names. */
function namesIn(compound: string): string[] {
  const attributes = [...compound.matchAll(/\[([\w-]+)/g)].map(([, name = '']) => name);
  const classes = compound.replaceAll(/\[[^\]]*\]/g, '').match(/\.[\w-]+/g) ?? [];
  return [...attributes, ...classes];
}
