import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { ToastTone } from './toast-panel.tsx';

const loadPanel = () => import('./toast-panel.tsx');
const ToastPanel = lazy(async () => ({ default: (await loadPanel()).ToastPanel }));

let isWanted = false;
const watchers = new Set<() => void>();

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

async function put(tone: ToastTone, text: string): Promise<void> {
  isWanted = true;
  for (const watcher of watchers) watcher();
  (await loadPanel()).showToast(tone, text);
}

/** Says something that leaves by itself after 5 seconds. It needs `Toasts` somewhere in the page. */
export const notify = {
  ok: (text: string): void => void put('ok', text),
  error: (text: string): void => void put('error', text),
  info: (text: string): void => void put('info', text),
};

/** Where toasts appear; once, at the root of the page. Their code is fetched with the first one. */
export function Toasts() {
  const wanted = useSyncExternalStore(subscribe, () => isWanted);
  return wanted ? (
    <Suspense fallback={null}>
      <ToastPanel />
    </Suspense>
  ) : null;
}
