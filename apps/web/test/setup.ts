import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

declare global {
  /** The page of this test file, which the test environment gives. */
  var jsdom: { reconfigure(settings: { url: string }): void };
}

// A screen's code is imported when it is first opened: on a busy machine that alone can take a second.
configure({ asyncUtilTimeout: 3_500 });

// jsdom lays nothing out, so it has none of these: nothing is observed, nothing scrolls, nothing is on top.
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

// Node's own fetch has no page to resolve an address against.
const fetchAbsolute = globalThis.fetch;
globalThis.fetch = (address, init) =>
  fetchAbsolute(typeof address === 'string' ? new URL(address, document.baseURI) : address, init);

afterEach(cleanup);
