import { Icon } from 'lucide-react';
import { createElement, type Ref, type SVGProps } from 'react';
import { createStylesWhenRead } from './jsdom-internals.ts';
import { quickComputedStyle } from './quick-computed-style.ts';
import { quickLabels } from './quick-labels.ts';
import { quickMatches, quickSearch } from './quick-selectors.ts';

type IconProps = SVGProps<SVGSVGElement> & { icon?: { name?: string }; size?: number | string };

// The attribute of `index.html`: without it, each render of the toasts asks jsdom for the direction of the page's text.
document.documentElement.dir = 'ltr';

createStylesWhenRead();
window.getComputedStyle = quickComputedStyle(window);
// oxlint-disable-next-line typescript/unbound-method -- called with the element as its `this`
Object.assign(Element.prototype, { matches: quickMatches(Element.prototype.matches) });
for (const { prototype } of [Document, DocumentFragment, Element])
  // oxlint-disable-next-line typescript/unbound-method -- called with the node as its `this`
  Object.assign(prototype, { querySelectorAll: quickSearch(prototype.querySelectorAll) });
for (const { prototype } of [HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement]) {
  const labels = Object.getOwnPropertyDescriptor(prototype, 'labels');
  if (labels?.get) Object.defineProperty(prototype, 'labels', { ...labels, get: quickLabels(labels.get) });
}

// The icons of the page are without their lines: nothing is drawn here, and a third of all elements would be lines.
Object.assign(Icon, {
  render({ icon, className = '', size: _size, ...rest }: IconProps, ref: Ref<SVGSVGElement>) {
    const name = `lucide lucide-${icon?.name ?? 'icon'} ${className}`.trimEnd();
    const isNamed = Object.keys(rest).some((key) => /^aria-|^(role|title)$/.test(key));
    return createElement('svg', { ref, 'aria-hidden': !isNamed || undefined, className: name, ...rest });
  },
});

// Stubs for browser functions that jsdom lacks because it has no layout: no observer fires, nothing scrolls, no media
// query matches.
globalThis.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener() {},
    removeListener() {},
  });
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Object.assign(Element.prototype, {
  scrollIntoView() {},
  scrollBy() {},
  scrollTo() {},
  setPointerCapture() {},
});
Object.assign(window, { scrollTo() {}, scrollBy() {} });
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});

// Stubs for what the player library media-chrome needs and jsdom lacks: `part`, a list of text tracks with events, and
// the codes of media errors.
const parts = new WeakMap<Element, DOMTokenList>();
Object.defineProperty(Element.prototype, 'part', {
  configurable: true,
  get(this: Element) {
    const list = parts.get(this) ?? this.ownerDocument.createElement('i').classList;
    parts.set(this, list);
    return list;
  },
});
Object.defineProperty(HTMLMediaElement.prototype, 'textTracks', {
  configurable: true,
  get: () => Object.assign(new EventTarget(), { length: 0, [Symbol.iterator]: () => [].values() }),
});
Object.assign(globalThis, {
  MediaError: {
    MEDIA_ERR_ABORTED: 1,
    MEDIA_ERR_NETWORK: 2,
    MEDIA_ERR_DECODE: 3,
    MEDIA_ERR_SRC_NOT_SUPPORTED: 4,
  },
});
// jsdom applies the style sheets inside a shadow tree to the whole page, which no browser does, and parses them again
// for each of the player's buttons: here their `<style>` elements are empty and of a type that it ignores.
const shadowMarkup = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, 'innerHTML');
Object.defineProperty(ShadowRoot.prototype, 'innerHTML', {
  ...shadowMarkup,
  set(this: ShadowRoot, markup: string) {
    shadowMarkup?.set?.call(this, markup.replaceAll(/<style\b([^>]*)>[^<]*/g, '<style type="text/plain"$1>'));
  },
});
const { warn } = console;
// oxlint-disable-next-line no-console -- hides media-chrome's warning about style sheets, which jsdom does not create
console.warn = (...said: unknown[]) => {
  if (!String(said[0]).startsWith('Media Chrome: No style sheet')) warn(...said);
};

// jsdom's `Blob` has no `text()`; from Node 24 on, `Response.blob()` makes its answer by jsdom's class too.
Blob.prototype.text ??= function text(this: Blob) {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.readAsText(this);
  });
};

// Node's `fetch` resolves no relative URLs, so they are resolved against the page's base URL first.
const fetchAbsolute = globalThis.fetch;
globalThis.fetch = (address, init) =>
  fetchAbsolute(typeof address === 'string' ? new URL(address, document.baseURI) : address, init);
