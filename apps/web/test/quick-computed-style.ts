/*
 * Whoever looks for an element by its role asks the style of every element on the page, and jsdom tries the hundred rules of a
 * browser's own style sheet on each, again after every change: that was more than a third of all that screen tests computed.
 * What those rules say about being shown depends on little of an element, so that it is asked once for all that are alike.
 */

/** What is asked of a style to find out whether an element is shown and can be used. */
interface ShownStyle {
  display: string;
  visibility: string;
  pointerEvents: string;
}

/** All that a browser's own style sheet looks at for these three. */
const attributes = ['hidden', 'open', 'popover', 'type', 'style'];

/**
 * Makes what answers as this window's `getComputedStyle`, sooner. A page with style sheets is given the window's own answers,
 * and so is whoever asks for anything else.
 */
export function quickComputedStyle(window: Window): typeof getComputedStyle {
  const { document } = window;
  const ask = window.getComputedStyle.bind(window);
  const known = new Map<string, ShownStyle>();

  /** The style of such an element where nothing is above it. */
  function styleAlone(element: Element): ShownStyle {
    const values = attributes.map((name) => element.getAttribute(name));
    const key = JSON.stringify([element.namespaceURI, element.localName, ...values]);
    const found = known.get(key);
    if (found !== undefined) return found;
    // One of ours would begin to work; the browser knows none of them.
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

  /** What an element has from those above it, where it says nothing itself. */
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
