/* The state of the page's navigation. The routing library renders screens from it in its declarative mode; this file
   adds two abilities that the library offers only together with the loading and sending of data, which the page leaves
   to its query cache: a guard may hold a navigation back until the person confirms it, and a navigation may leave the
   scroll offset as it is (docs/decisions/033-declarative-routing.md). */
import {
  createPath,
  NavigationType,
  resolvePath,
  type Location,
  type NavigateOptions,
  type Path,
  type To,
  type UNSAFE_createHashHistory as createHashHistory,
} from 'react-router';
import { noteShownEntry } from '../entry-keys.ts';
import { keepScrollOffset } from './scroll-offsets.ts';

/** The history of the browser's tab, or one in memory. */
export type History = ReturnType<typeof createHashHistory>;

/** The history entry that the page shows, and how the person got there. */
export interface Place {
  location: Location;
  type: NavigationType;
  /** Whether the page stays scrolled as it was, although the entry is new. */
  isScrollKept: boolean;
}

/**
 * Decides whether a navigation is held back.
 *
 * @param proceed - performs the navigation, without asking any guard again
 */
export type NavigationGuard = (next: Pick<Path, 'pathname' | 'search'>, proceed: () => void) => boolean;

/** The navigation of one page; `dispose` stops following the browser's «back» and «forward». */
export type PageRouter = ReturnType<typeof createPageRouter>;

export function createPageRouter(history: History) {
  let place: Place = { location: history.location, type: history.action, isScrollKept: false };
  // What the history writes before each path; its own `createHref` searches the whole page for a `<base>` element for
  // every link that is rendered.
  const beforePath = history.createHref('/').slice(0, -1);
  let isConfirmed = false;
  /** Called when the history is back at the shown entry, after a held «back» or «forward» was undone. */
  let onUndone: (() => void) | undefined;
  noteShownEntry();
  const guards = new Set<NavigationGuard>();
  const listeners = new Set<(place: Place) => void>();

  function arrive(type: NavigationType, isScrollKept = false): void {
    keepScrollOffset(place.location.key);
    noteShownEntry();
    place = { location: history.location, type, isScrollKept };
    for (const listener of listeners) listener(place);
  }

  function isHeld(next: Path, perform: () => void): boolean {
    if (isConfirmed) {
      isConfirmed = false;
      return false;
    }
    const proceed = (): void => {
      isConfirmed = true;
      perform();
    };
    return [...guards].some((guard) => guard(next, proceed));
  }

  // The history reports only the browser's «back» and «forward» and typed addresses, after they have happened: a held
  // one is undone.
  const stopListening = history.listen(({ location, delta }) => {
    if (onUndone !== undefined) {
      onUndone();
      onUndone = undefined;
      return;
    }
    // Without `delta`, the distance to the shown entry is unknown, and the navigation cannot be undone.
    if (delta !== null) {
      const undone = new Promise<void>((resolve) => {
        onUndone = resolve;
      });
      if (isHeld(location, () => void undone.then(() => history.go(delta)))) {
        history.go(-delta);
        return;
      }
      onUndone = undefined;
    }
    arrive(NavigationType.Pop);
  });

  function change(to: To, options: NavigateOptions): void {
    const { replace = false, state, preventScrollReset } = options;
    const next = resolvePath(to, place.location.pathname);
    if (isHeld(next, () => change(to, options))) return;
    if (replace) history.replace(next, state);
    else history.push(next, state);
    arrive(replace ? NavigationType.Replace : NavigationType.Push, preventScrollReset);
  }

  /** Opens an address, or the history entry at a distance from the shown one. */
  function navigate(to: To | number, options: NavigateOptions = {}): void {
    if (typeof to === 'number') history.go(to);
    else change(to, options);
  }

  return {
    place: () => place,
    navigate,
    /** What the library's links and hooks call. */
    navigator: {
      createHref: (to: To) => beforePath + (typeof to === 'string' ? to : createPath(to)),
      createURL: history.createURL,
      encodeLocation: history.encodeLocation,
      go: history.go,
      push: (to: To, state?: unknown, options?: NavigateOptions) => change(to, { ...options, state }),
      replace: (to: To, state?: unknown, options?: NavigateOptions) =>
        change(to, { ...options, replace: true, state }),
    },
    /** Calls `listener` with the present place, and with each later one. */
    subscribe(listener: (place: Place) => void): () => void {
      listeners.add(listener);
      listener(place);
      return () => listeners.delete(listener);
    },
    addGuard(guard: NavigationGuard): () => void {
      guards.add(guard);
      return () => guards.delete(guard);
    },
    dispose: stopListening,
  };
}
