import { cleanup, configure, prettyDOM } from '@testing-library/react';
import * as React from 'react';
import { toast } from 'sonner';
import { afterEach } from 'vitest';
import { sessionStore } from '../src/platform/session/session-store.ts';
import './browser-stubs.ts';

declare global {
  /** The jsdom instance of the Vitest worker, provided by the test environment. */
  var jsdom: { reconfigure(settings: { url: string }): void };
}

// The test files of a worker share the page and the loaded modules. This file runs before each of them, and puts back
// what an earlier test file may have left.
localStorage.clear();
sessionStorage.clear();
sessionStore.restore();
if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
document.body.replaceChildren();

// React takes a stack trace of each element that a component creates, to print it with a warning, until it has taken
// ten thousand of them: here it takes none. Warnings still name their component.
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
if (typeof internals === 'object' && internals !== null) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Infinity,
    set() {},
  });
}

configure({
  // Queries wait up to forty seconds for an element, because a screen's code is imported when it is first opened, which
  // took over twenty seconds while other programs kept the same two cores busy.
  asyncUtilTimeout: 40_000,
  // Waiting for an element creates many errors that nobody reads, so an error prints the page only when its message is
  // read.
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

afterEach(() => {
  cleanup();
  // The library of toasts shows those of earlier tests again in each page that is opened later, unless they are dismissed.
  toast.dismiss();
});
