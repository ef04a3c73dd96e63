import { afterEach, expect, it, vi } from 'vitest';
import { giveEntriesKeys, hasEntryBefore, noteShownEntry } from './entry-keys.ts';

const { state } = history;
const keyOf = (): unknown => (history.state as { key?: unknown } | null)?.key;
const listeners: EventListener[] = [];

afterEach(() => {
  for (const listener of listeners.splice(0)) removeEventListener('popstate', listener, { capture: true });
  vi.restoreAllMocks();
  history.replaceState(state, '');
});

/** Calls `giveEntriesKeys`, and notes the `popstate` listener that it adds so that the test can remove it. */
function give(): void {
  const add = vi.spyOn(globalThis, 'addEventListener');
  giveEntriesKeys();
  for (const [type, listener] of add.mock.calls)
    if (type === 'popstate') listeners.push(listener as EventListener);
}

it('the first history entry of a tab gets a key, and keeps the rest of its state', () => {
  history.replaceState({ idx: 0, usr: { from: '/series' } }, '');
  give();
  expect(keyOf()).toMatch(/^[a-z0-9]+$/);
  expect(history.state).toMatchObject({ idx: 0, usr: { from: '/series' } });
});

it('a history entry made by typing an address gets a key of its own', () => {
  history.replaceState({ key: 'primera' }, '');
  give();
  expect(keyOf()).toBe('primera');
  history.replaceState(null, '', '#/kids');
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
  expect(keyOf()).toMatch(/^[a-z0-9]+$/);
  expect(keyOf()).not.toBe('primera');
});

it('a history entry made by typing an address gets the number after the shown entry', () => {
  history.replaceState({ key: 'lista', idx: 4 }, '');
  give();
  noteShownEntry();
  history.replaceState(null, '', '#/series');
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
  expect(history.state).toMatchObject({ idx: 5 });
  expect(hasEntryBefore()).toBe(true);
});
