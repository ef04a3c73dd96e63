import { useSyncExternalStore, type ComponentType } from 'react';
import './floating-notice.css';
import { Notice } from './notice.tsx';
import type { ToastAct, ToastTone } from './toast-panel.tsx';
import { after } from '../base/clock.ts';

/** A toast (a short message) that is shown as plain text, because the code of toasts could not be loaded. */
interface PlainToast {
  key: number;
  tone: ToastTone;
  text: string;
}

interface Shown {
  Panel?: ComponentType;
  plain: readonly PlainToast[];
}

const plainTones = { ok: 'ok', error: 'danger', info: 'info' } as const;
const plainMs = 5000;

let shown: Shown = { plain: [] };
let lastKey = 0;
const watchers = new Set<() => void>();

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function show(next: Partial<Shown>): void {
  shown = { ...shown, ...next };
  for (const watcher of watchers) watcher();
}

/**
 * Shows a toast (a short message), and loads the code of toasts for the first one. Never rejects; after a failed load
 * the next toast loads the code again.
 */
async function put(tone: ToastTone, text: string, act?: ToastAct): Promise<void> {
  try {
    const { ToastPanel, showToast } = await import('./toast-panel.tsx');
    show({ Panel: ToastPanel });
    showToast(tone, text, act);
  } catch {
    lastKey += 1;
    const key = lastKey;
    show({ plain: [...shown.plain, { key, tone, text }] });
    after(plainMs, () => show({ plain: shown.plain.filter((toast) => toast.key !== key) }));
  }
}

/**
 * Shows toasts: short messages at the edge of the window, which disappear after 5 seconds. What the button of a toast
 * does can therefore be done elsewhere too. The component `Toasts` must be rendered somewhere in the page.
 */
export const notify = {
  ok: (text: string, act?: ToastAct): void => void put('ok', text, act),
  error: (text: string): void => void put('error', text),
  info: (text: string, act?: ToastAct): void => void put('info', text, act),
};

/**
 * The element in which toasts (short messages) appear; rendered once, at the root of the page. The code of toasts is
 * loaded with the first one.
 */
export function Toasts() {
  const { Panel, plain } = useSyncExternalStore(subscribe, () => shown);
  return (
    <>
      {Panel === undefined ? null : <Panel />}
      {plain.length === 0 ? null : (
        <div className="floating">
          {plain.map(({ key, tone, text }) => (
            <Notice key={key} tone={plainTones[tone]}>
              {text}
            </Notice>
          ))}
        </div>
      )}
    </>
  );
}
