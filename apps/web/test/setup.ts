import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterEach } from 'vitest';
import { quickComputedStyle } from './quick-computed-style.ts';

declare global {
  /** The page of this test file, which the test environment gives. */
  var jsdom: { reconfigure(settings: { url: string }): void };
}

configure({
  // A screen's code is imported when it is first opened: on a busy machine that alone can take a second.
  asyncUtilTimeout: 10_000,
  // What is waited for is missed many times before it comes: the page is printed for the one that is read.
  getElementError(message, container) {
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    Object.defineProperty(error, 'message', {
      get: () => [message, prettyDOM(container)].filter(Boolean).join('\n\n'),
      configurable: true,
    });
    return error;
  },
});

window.getComputedStyle = quickComputedStyle(window);

// jsdom lays nothing out, so it has none of these: nothing is observed, nothing scrolls, nothing is on top, no query matches.
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
Object.assign(Element.prototype, { scrollIntoView() {}, scrollBy() {} });
Object.assign(window, { scrollTo() {} });
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});

// Nor has it what a player asks for: shadow parts with their style sheets, a list of subtitles that tells when it changes, and
// the numbers of a media error.
const parts = new WeakMap<Element, DOMTokenList>();
Object.defineProperty(Element.prototype, 'part', {
  get(this: Element) {
    const list = parts.get(this) ?? this.ownerDocument.createElement('i').classList;
    parts.set(this, list);
    return list;
  },
});
Object.defineProperty(HTMLMediaElement.prototype, 'textTracks', {
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
const { warn } = console;
// oxlint-disable-next-line no-console -- the controls' complaint about style sheets that jsdom does not make
console.warn = (...said: unknown[]) => {
  if (!String(said[0]).startsWith('Media Chrome: No style sheet')) warn(...said);
};

// Node's own fetch has no page to resolve an address against.
const fetchAbsolute = globalThis.fetch;
globalThis.fetch = (address, init) =>
  fetchAbsolute(typeof address === 'string' ? new URL(address, document.baseURI) : address, init);

afterEach(cleanup);
