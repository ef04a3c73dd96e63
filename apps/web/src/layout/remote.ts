/*
 * What a remote control needs beyond the arrow keys, loaded at the first key of one.
 *
 * After a key the focus is on something visible. A key may open another screen, or close what had the focus, and the
 * browser then gives the focus to the page itself, of which nothing shows. Screens that place the focus themselves do so
 * within a few frames after their content is there; where none does, the first control of the content gets the focus.
 *
 * The key «back» closes what lies over the page, then leads to the entry before in the history. Without one it is left to
 * the television, which closes the product.
 */
import { hasEntryBefore } from '../platform/entry-keys.ts';
import { every, steadyMs, type Cancel } from '../platform/base/clock.ts';

/** The keys «back» of televisions: `GoBack` by name; webOS and Tizen have numbers that no name belongs to. */
const backNames = new Set(['GoBack', 'BrowserBack', 'XF86Back']);
const backCodes = new Set([461, 10_009]);

const controls =
  ':is(a[href], button:not([disabled]), input:not([disabled], [type=hidden]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]):not([data-within], .skip)';
const textFields = 'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea';
/** What lies over the page and is operated alone. */
const layers = 'dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"], .zaplist';
const waiting = 'main :is(.sk, [aria-busy="true"])';

/** How long after a key the focus is watched, and how often, in ms. */
const watchMs = 10_000;
const lookMs = 100;
/** For how many looks a screen may leave the focus nowhere before it is placed: ready screens place it in a frame. */
const patientLooks = 2;
/** The same while the screen still loads its content. */
const loadingLooks = 30;

let watchUntilMs = 0;
let cancelLooks: Cancel | undefined;
let lostLooks = 0;
/** The address at which the focus was last on something in the window. */
let seenAt = '';

export const isBackKey = ({ key, keyCode }: Pick<KeyboardEvent, 'key' | 'keyCode'>): boolean =>
  backNames.has(key) || backCodes.has(keyCode);

/**
 * Handles the key that has loaded this module, and listens to all further ones.
 *
 * @returns a function that removes the listeners
 */
export function followRemote(first: KeyboardEvent): () => void {
  const heard = new AbortController();
  const { signal } = heard;
  // Menus and dialogs keep keys to themselves.
  document.addEventListener('keydown', hear, { signal, capture: true });
  document.addEventListener('keydown', begin, { signal });
  for (const event of ['pointerdown', 'wheel']) {
    document.addEventListener(event, stopWatching, { signal, capture: true, passive: true });
  }
  hear(first);
  begin(first);
  signal.addEventListener('abort', stopWatching);
  return () => heard.abort();
}

function hear(event: KeyboardEvent): void {
  // Other keys scroll the page or write; the focus then stays where it is.
  if (!/^(?:Arrow|Enter$|Escape$)/.test(event.key) && !isBackKey(event)) return stopWatching();
  if (isBackKey(event) && goBack()) event.preventDefault();
  watch();
}

/** Places the focus at an arrow key that no part of the screen has handled, because nothing has the focus. */
function begin(event: KeyboardEvent): void {
  const isFree = !event.defaultPrevented && event.key.startsWith('Arrow');
  if (isFree && isFocusLost() && placeFocus()) event.preventDefault();
}

/**
 * Does what the key «back» of a remote control or of a phone means: closes the dialog, menu or full screen that is open,
 * or goes back in the history. Menus, panels and the player's full screen are closed as by the key Escape, which they
 * handle themselves.
 *
 * @returns whether there was anything to go back from
 */
export function goBack(): boolean {
  const layer = findLayer();
  if (layer instanceof HTMLDialogElement) {
    layer.close();
    return true;
  }
  if (layer !== undefined || document.fullscreenElement) {
    const { activeElement, body } = document;
    const target = layer === undefined || layer.contains(activeElement) ? (activeElement ?? body) : layer;
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    return true;
  }
  if (!hasEntryBefore()) return false;
  history.back();
  return true;
}

function watch(): void {
  watchUntilMs = steadyMs() + watchMs;
  lostLooks = 0;
  cancelLooks ??= every(lookMs, look);
}

function stopWatching(): void {
  cancelLooks?.();
  cancelLooks = undefined;
}

function look(): void {
  if (steadyMs() > watchUntilMs) return stopWatching();
  const isLost = isFocusLost();
  // A grid scrolls to its cells itself, of which one may be wider than the window; the page only brings the grid into view.
  const focused = document.activeElement?.closest('[role="grid"]') ?? document.activeElement;
  if (!isLost && isInWindow(focused)) {
    reveal(focused);
    seenAt = location.href;
    lostLooks = 0;
    return;
  }
  lostLooks += 1;
  if (lostLooks < patientLooks) return;
  if (lostLooks < loadingLooks && document.querySelector(waiting) !== null) return;
  // Header and footer keep the focus when another screen opens, which begins at its top.
  const isOfOtherScreen = seenAt !== location.href;
  if (isLost || isOfOtherScreen) placeFocus();
  else focused?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  lostLooks = 0;
}

/** Scrolls an element out from under the page's header, or from the edge at the bottom that televisions hide. */
function reveal(element: Element | null): void {
  if (element === null || element.closest('header, dialog, [role="dialog"]') !== null) return;
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const from = Number.parseFloat(scrollPaddingTop) || 0;
  const to = innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0);
  const { top, bottom } = element.getBoundingClientRect();
  if (bottom - top < to - from && (top < from || bottom > to)) element.scrollIntoView({ block: 'nearest' });
}

/** Whether the middle of an element is in the window. */
function isInWindow(element: Element | null): boolean {
  if (element === null) return false;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  return x >= 0 && x <= innerWidth && y >= 0 && y <= innerHeight;
}

function findLayer(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(layers)].filter(isShown).at(-1);
}

function isFocusLost(): boolean {
  const { activeElement: focused, body } = document;
  if (focused === null || focused === body || focused.id === 'contenido') return true;
  return focused instanceof HTMLElement && !isShown(focused);
}

/** Whether an element can be seen, though perhaps only after scrolling. */
function isShown(element: HTMLElement): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden';
}

/**
 * Gives the focus to the first control of the uppermost layer, or else of the content. A text field comes after all other
 * controls, because televisions show their keyboard for it.
 */
function placeFocus(): boolean {
  const layer = findLayer();
  const places = layer === undefined ? [...document.querySelectorAll('main'), document.body] : [layer];
  for (const place of places) {
    const shown = [...place.querySelectorAll<HTMLElement>(controls)].filter(
      (element) => element.tabIndex >= 0 && isShown(element),
    );
    const next = shown.find((element) => !element.matches(textFields)) ?? shown[0];
    if (next === undefined) continue;
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return true;
  }
  return false;
}
