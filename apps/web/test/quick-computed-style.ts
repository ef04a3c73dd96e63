import { attributeOf, changeCount, nameOf } from './jsdom-internals.ts';
import { quickRejection } from './quick-selectors.ts';

/* A faster `getComputedStyle` for tests in jsdom. A query by role reads the style of every element on the page, and
   jsdom matches the hundred rules of its default style sheet against each element, again after every change: more
   than a third of the computing time of all screen tests. What those rules say about visibility depends only on the
   element's name and on a few attributes, so it is computed once for all equal elements. */

/** The style properties that decide whether an element is shown and can be used. */
interface ShownStyle {
  display: string;
  visibility: string;
  pointerEvents: string;
}

/** What is known about an element's style after so many changes of documents. */
interface KnownStyle extends Partial<ShownStyle> {
  changes: number;
  isStyled?: boolean;
  isLaidOut?: boolean;
}

/** The style of all elements that are alike. */
interface CommonStyle extends ShownStyle {
  /** The values of `layoutProperties`. */
  layout: ReadonlyMap<string, unknown>;
}

/**
 * The attributes that, without any rule of the page's own style sheets, decide whether an element is shown and can be
 * used.
 */
const attributes = ['hidden', 'open', 'popover', 'type', 'dir', 'style'];

/** The CSS names of the properties in `ShownStyle`; `all`, which sets every property, is included. */
const shownProperties = ['display', 'visibility', 'pointer-events', 'all'];

/**
 * Style properties that libraries of menus and dialogs read of every element around each of them. In jsdom none of them
 * is inherited, and but for `unusualElements` the default style sheet sets them only because of an element's own name
 * and attributes.
 */
const layoutProperties = new Set([
  'overflow',
  'overflowX',
  'overflowY',
  'position',
  'direction',
  'width',
  'height',
  'contain',
  'willChange',
  'transform',
  'translate',
  'scale',
  'rotate',
  'perspective',
  'filter',
  'backdropFilter',
]);
/** The CSS names of `layoutProperties`; `all`, which sets every property, is included. */
const layoutNames = [...layoutProperties, 'all'].map((name) =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
);
/** Elements whose layout depends on a state, on other attributes, or on the direction of the text around them. */
const unusualElements = new Set(['dialog', 'img', 'bdi', 'input']);

/**
 * Creates a faster replacement for a window's `getComputedStyle`. The window's own function is called only for style
 * properties other than those of visibility, and for an element that a rule of the page's style sheets shows, hides or
 * disables.
 */
export function quickComputedStyle(window: Window): typeof getComputedStyle {
  const { document } = window;
  const ask = window.getComputedStyle.bind(window);
  const known = new Map<string, CommonStyle>();
  // A document without style sheets: in it, only the default style sheet and the `style` attribute apply to an element.
  const plain = document.implementation.createHTMLDocument();
  const nobody = (_element: Element): boolean => false;
  const sheets = {
    changes: -1,
    rules: -1,
    isShownBy: nobody,
    isLaidOutBy: nobody,
    customProperties: new Set<string>(),
  };

  const styles = new WeakMap<Element, KnownStyle>();

  /** Reads the page's style sheets again if they have changed: after a change of the page, a rule may be new. */
  function readSheets(): typeof sheets {
    if (sheets.changes === changeCount()) return sheets;
    sheets.changes = changeCount();
    const all = [...document.styleSheets];
    const rules = all.reduce((sum, sheet) => sum + sheet.cssRules.length, 0);
    if (rules !== sheets.rules) {
      sheets.rules = rules;
      sheets.isShownBy = oneOf(all.flatMap(({ cssRules }) => selectorsOf(cssRules, shownProperties)));
      sheets.isLaidOutBy = oneOf(all.flatMap(({ cssRules }) => selectorsOf(cssRules, layoutNames)));
      const texts = all.flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText));
      sheets.customProperties = new Set(texts.flatMap((text) => text.match(/--[\w-]+(?=\s*:)/g) ?? []));
    }
    return sheets;
  }

  /** What is known about an element's style since the last change of any document. */
  function knownStyle(element: Element): KnownStyle {
    let style = styles.get(element);
    if (style?.changes !== changeCount()) {
      style = { changes: changeCount() };
      styles.set(element, style);
    }
    return style;
  }

  /** Whether a rule of the page's style sheets sets a property of `ShownStyle` for this element. */
  function isStyled(element: Element): boolean {
    const style = knownStyle(element);
    return (style.isStyled ??= readSheets().isShownBy(element));
  }

  /** Whether the element's `layoutProperties` are those of all elements that are alike. */
  function hasCommonLayout(element: Element): boolean {
    if (unusualElements.has(nameOf(element)) || attributeOf(element, 'dir') === 'auto') return false;
    const style = knownStyle(element);
    return !(style.isLaidOut ??= readSheets().isLaidOutBy(element));
  }

  /**
   * The display, visibility and pointer events of an element as if it had no ancestors, cached by its name and
   * attributes.
   */
  function styleAlone(element: Element): CommonStyle {
    const values = attributes.map((name) => attributeOf(element, name));
    const key = [element.namespaceURI, nameOf(element), ...values.map((value) => value ?? '\0')].join('\n');
    const found = known.get(key);
    if (found !== undefined) return found;
    const alike = plain.createElementNS(element.namespaceURI, element.localName);
    attributes.forEach((attribute, index) => {
      const value = values[index];
      if (typeof value === 'string') alike.setAttribute(attribute, value);
    });
    const whole = ask(alike);
    const { display, visibility, pointerEvents } = whole;
    const layout = new Map([...layoutProperties].map((name) => [name, Reflect.get(whole, name) as unknown]));
    const style = { display, visibility, pointerEvents, layout };
    known.set(key, style);
    return style;
  }

  /** The value of an inherited style property: that of the nearest ancestor that sets one, or else the default. */
  function inherited(element: Element, property: 'visibility' | 'pointerEvents', usual: string): string {
    const style = knownStyle(element);
    return (style[property] ??= findInherited(element, property, usual));
  }

  function findInherited(element: Element, property: 'visibility' | 'pointerEvents', usual: string): string {
    if (isStyled(element)) return ask(element)[property];
    const own = styleAlone(element)[property];
    const isSaid =
      attributeOf(element, 'style') !== null && (element as HTMLElement).style?.[property] !== '';
    if (own !== usual || isSaid) return own;
    const parent = element.parentElement;
    return parent === null ? usual : inherited(parent, property, usual);
  }

  return (element, pseudoElement) => {
    if (pseudoElement) return ask(element, pseudoElement);
    let whole: CSSStyleDeclaration | undefined;
    const askWhole = () => (whole ??= ask(element));
    const quick: Record<string, () => string> = {
      display: () =>
        (knownStyle(element).display ??= (isStyled(element) ? askWhole() : styleAlone(element)).display),
      visibility: () => inherited(element, 'visibility', 'visible'),
      pointerEvents: () => inherited(element, 'pointerEvents', 'auto'),
    };
    return new Proxy({} as CSSStyleDeclaration, {
      get(_target, property) {
        if (property === 'getPropertyValue') {
          return (name: string) => {
            // jsdom lets no element inherit a custom property, so only the element itself may set it.
            if (name.startsWith('--') && !readSheets().customProperties.has(name))
              return attributeOf(element, 'style') === null
                ? ''
                : ((element as HTMLElement).style?.getPropertyValue(name) ?? '');
            return quick[name]?.() ?? askWhole().getPropertyValue(name);
          };
        }
        if (layoutProperties.has(String(property)) && hasCommonLayout(element))
          return styleAlone(element).layout.get(String(property));
        const answer = quick[String(property)];
        return answer === undefined ? Reflect.get(askWhole(), property) : answer();
      },
    });
  };
}

/** Creates a function that tells whether an element has one of these selectors. */
function oneOf(selectors: readonly string[]): (element: Element) => boolean {
  if (selectors.length === 0) return () => false;
  const [isRejected, list] = [quickRejection(selectors), selectors.join(',')];
  return (element) => !isRejected(element) && element.matches(list);
}

/** The selectors of the rules in a style sheet that set one of the properties, those in `@media` and other blocks included. */
function selectorsOf(rules: CSSRuleList, properties: readonly string[]): string[] {
  return [...rules].flatMap((rule) => {
    const nested = 'cssRules' in rule ? selectorsOf((rule as CSSGroupingRule).cssRules, properties) : [];
    if (!('selectorText' in rule)) return nested;
    const { selectorText, style } = rule as CSSStyleRule;
    // A rule nested in a style rule is about elements of that rule or about their descendants.
    if (nested.length > 0) return [selectorText, `:is(${selectorText}) *`];
    const isWanted = properties.some((name) => style.getPropertyValue(name) !== '');
    return isWanted ? [selectorText] : [];
  });
}
