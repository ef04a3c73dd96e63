import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { toast, Toaster } from 'sonner';
import './toasts.css';

export type ToastTone = 'ok' | 'error' | 'info';

const shownMs = 5000;

const show = { ok: toast.success, error: toast.error, info: toast.info } as const;

/** Puts up one toast; also before the panel is there. */
export function showToast(tone: ToastTone, text: string): void {
  show[tone](text);
}

/** Where toasts appear; apart from `Toasts` so that its code comes only with the first one. */
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
