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

/**
 * The attributes that, without any rule of the page's own style sheets, decide whether an element is shown and can be
 * used.
 */
const attributes = ['hidden', 'open', 'popover', 'type', 'style'];

/** The CSS names of the properties in `ShownStyle`; `all`, which sets every property, is included. */
const shownProperties = ['display', 'visibility', 'pointer-events', 'all'];

/**
 * Creates a faster replacement for a window's `getComputedStyle`. The window's own function is called only for style
 * properties other than those of visibility, and for an element that a rule of the page's style sheets shows, hides or
 * disables.
 */
export function quickComputedStyle(window: Window): typeof getComputedStyle {
  const { document } = window;
  const ask = window.getComputedStyle.bind(window);
  const known = new Map<string, ShownStyle>();
  // A document without style sheets: in it, only the default style sheet and the `style` attribute apply to an element.
  const plain = document.implementation.createHTMLDocument();
  const sheets = { rules: -1, selectors: '' };

  /**
   * The selectors of all rules of the page's style sheets that set a property of `ShownStyle`; empty if no rule does.
   */
  function shownSelectors(): string {
    const all = [...document.styleSheets];
    const rules = all.reduce((sum, sheet) => sum + sheet.cssRules.length, 0);
    if (rules !== sheets.rules) {
      sheets.rules = rules;
      sheets.selectors = all.flatMap(({ cssRules }) => selectorsOf(cssRules)).join(',');
    }
    return sheets.selectors;
  }

  /** Whether a rule of the page's style sheets sets a property of `ShownStyle` for this element. */
  function isStyled(element: Element): boolean {
    const selectors = shownSelectors();
    return selectors !== '' && element.matches(selectors);
  }

  /**
   * The display, visibility and pointer events of an element as if it had no ancestors, cached by its name and
   * attributes.
   */
  function styleAlone(element: Element): ShownStyle {
    const values = attributes.map((name) => element.getAttribute(name));
    const key = JSON.stringify([element.namespaceURI, element.localName, ...values]);
    const found = known.get(key);
    if (found !== undefined) return found;
    const alike = plain.createElementNS(element.namespaceURI, element.localName);
    attributes.forEach((attribute, index) => {
      const value = values[index];
      if (typeof value === 'string') alike.setAttribute(attribute, value);
    });
    const { display, visibility, pointerEvents } = ask(alike);
    const style = { display, visibility, pointerEvents };
    known.set(key, style);
    return style;
  }

  /** The value of an inherited style property: that of the nearest ancestor that sets one, or else the default. */
  function inherited(element: Element, property: 'visibility' | 'pointerEvents', usual: string): string {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      if (isStyled(at)) return ask(element)[property];
      const own = styleAlone(at)[property];
      const isSaid = (at as HTMLElement).style?.[property] !== '';
      if (own !== usual || isSaid) return own;
    }
    return usual;
  }

  return (element, pseudoElement) => {
    if (pseudoElement) return ask(element, pseudoElement);
    let whole: CSSStyleDeclaration | undefined;
    const askWhole = () => (whole ??= ask(element));
    const quick: Record<string, () => string> = {
      display: () => (isStyled(element) ? askWhole() : styleAlone(element)).display,
      visibility: () => inherited(element, 'visibility', 'visible'),
      pointerEvents: () => inherited(element, 'pointerEvents', 'auto'),
    };
    return new Proxy({} as CSSStyleDeclaration, {
      get(_target, property) {
        if (property === 'getPropertyValue') {
          return (name: string) => quick[name]?.() ?? askWhole().getPropertyValue(name);
        }
        const answer = quick[String(property)];
        return answer === undefined ? Reflect.get(askWhole(), property) : answer();
      },
    });
  };
}

/** The selectors of the rules that set a property of `ShownStyle`, those in `@media` and other blocks included. */
function selectorsOf(rules: CSSRuleList): string[] {
  return [...rules].flatMap((rule) => {
    const nested = 'cssRules' in rule ? selectorsOf((rule as CSSGroupingRule).cssRules) : [];
    if (!('selectorText' in rule)) return nested;
    const { selectorText, style } = rule as CSSStyleRule;
    // A rule nested in a style rule is about elements of that rule or about their descendants.
    if (nested.length > 0) return [selectorText, `:is(${selectorText}) *`];
    return shownProperties.some((name) => style.getPropertyValue(name) !== '') ? [selectorText] : [];
  });
}
