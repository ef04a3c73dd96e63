import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { toast, Toaster } from 'sonner';
import './toasts.css';

/** Whether a toast reports a success, a failure, or anything else. */
export type ToastTone = 'ok' | 'error' | 'info';

const shownMs = 5000;

const show = { ok: toast.success, error: toast.error, info: toast.info } as const;

/**
 * Shows a toast (a short message at the edge of the window); may be called before the container of toasts is rendered.
 */
export function showToast(tone: ToastTone, text: string): void {
  show[tone](text);
}

/**
 * The container in which toasts (short messages) appear, in a separate file, so that its code is loaded only with the
 * first toast.
 */
export function ToastPanel() {
  return (
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
        classNames: { toast: 'toast', success: 'toast--ok', error: 'toast--bad' },
      }}
    />
  );
}
