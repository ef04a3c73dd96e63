import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { toast, Toaster } from 'sonner';
import './toasts.css';

/** Whether a toast reports a success, a failure, or anything else. */
export type ToastTone = 'ok' | 'error' | 'info';

/** How long a toast is shown, in milliseconds; while the pointer is on it, or after Alt+T, it waits. */
const shownMs = 5000;

/** A button in a toast, such as «Deshacer»; the toast disappears when it is pressed. */
export interface ToastAct {
  label: string;
  onAct: () => void;
  /** How long the toast is shown, in milliseconds; 5 seconds by default. */
  shownMs?: number;
}

const show = { ok: toast.success, error: toast.error, info: toast.info } as const;

/**
 * Shows a toast (a short message at the edge of the window); may be called before the container of toasts is rendered.
 */
export function showToast(tone: ToastTone, text: string, act?: ToastAct): void {
  show[tone](
    text,
    act && {
      action: { label: act.label, onClick: () => act.onAct() },
      ...(act.shownMs !== undefined && { duration: act.shownMs }),
    },
  );
}

/**
 * The element that contains the toasts. While an element of the page fills the screen, the browser shows only what is inside
 * that element; the toasts are then inside it too. The element moves as a whole, so that toasts that are shown stay.
 */
function useHolder(): HTMLElement {
  const [holder] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    const place = (): void => (document.fullscreenElement ?? document.body).append(holder);
    place();
    document.addEventListener('fullscreenchange', place);
    return () => {
      document.removeEventListener('fullscreenchange', place);
      holder.remove();
    };
  }, [holder]);
  return holder;
}

/**
 * The container in which toasts (short messages) appear, in a separate file, so that its code is loaded only with the
 * first toast.
 */
export function ToastPanel() {
  return createPortal(
    <Toaster
      theme="dark"
      position="bottom-right"
      duration={shownMs}
      visibleToasts={4}
      expand
      gap={8}
      offset={24}
      mobileOffset={16}
      className="toasts"
      containerAriaLabel="Avisos"
      icons={{
        success: <CircleCheck className="ico" aria-hidden />,
        error: <CircleAlert className="ico" aria-hidden />,
        info: <Info className="ico" aria-hidden />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: 'toast',
          success: 'toast--ok',
          error: 'toast--bad',
          actionButton: 'btn btn--line btn--sm toast__act',
        },
      }}
    />,
    useHolder(),
  );
}
