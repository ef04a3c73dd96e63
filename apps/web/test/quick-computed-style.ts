/*
 * A faster `getComputedStyle` for tests in jsdom. A query by role reads the style of every element on the page, and jsdom matches
 * the hundred rules of the default style sheet against each element, again after every change: more than a third of the
 * computing time of all screen tests. What those rules say about visibility depends only on the element's name and on a few
 * attributes, so it is computed once for all equal elements.
 */

/** The style properties that decide whether an element is shown and can be used. */
interface ShownStyle {
  display: string;
  visibility: string;
  pointerEvents: string;
}

/** The attributes on which the default style sheet's values of these style properties depend. */
const attributes = ['hidden', 'open', 'popover', 'type', 'style'];

/**
 * Creates a faster replacement for a window's `getComputedStyle`. For a page with style sheets, and for all style properties other
 * than those of visibility, it calls the window's own function.
 */
export function quickComputedStyle(window: Window): typeof getComputedStyle {
  const { document } = window;
  const ask = window.getComputedStyle.bind(window);
  const known = new Map<string, ShownStyle>();

  /** The style of an element without its ancestors, cached by its name and attributes. */
  function styleAlone(element: Element): ShownStyle {
    const values = attributes.map((name) => element.getAttribute(name));
    const key = JSON.stringify([element.namespaceURI, element.localName, ...values]);
    const found = known.get(key);
    if (found !== undefined) return found;
    // A custom element's name is replaced: creating the element would run its code, and the default style sheet has no rule for it.
    const name = element.localName.includes('-') ? 'unknown' : element.localName;
    const alike = document.createElementNS(element.namespaceURI, name);
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
      const own = styleAlone(at)[property];
      const isSaid = (at as HTMLElement).style?.[property] !== '';
      if (own !== usual || isSaid) return own;
    }
    return usual;
  }

  return (element, pseudoElement) => {
    if (pseudoElement || document.styleSheets.length > 0) return ask(element, pseudoElement);
    const quick: Record<string, () => string> = {
      display: () => styleAlone(element).display,
      visibility: () => inherited(element, 'visibility', 'visible'),
      pointerEvents: () => inherited(element, 'pointerEvents', 'auto'),
    };
    let whole: CSSStyleDeclaration | undefined;
    const askWhole = () => (whole ??= ask(element));
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
