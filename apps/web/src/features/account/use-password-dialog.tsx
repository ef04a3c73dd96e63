import { notify, preloadDialog, unloadedSentence } from '@butaca/ui';
import { useState, type ComponentType, type ReactNode } from 'react';

type Dialog = ComponentType<{ onClose: () => void }>;

/**
 * Opens the dialog in which people change their own password. The dialog's code is loaded when it first opens.
 *
 * @returns `open`, and `dialog`, which the caller must render
 */
export function usePasswordDialog(): { open: () => void; dialog: ReactNode } {
  const [Opened, setOpened] = useState<Dialog>();
  async function open(): Promise<void> {
    try {
      const [{ PasswordDialog }] = await Promise.all([import('./password-dialog.tsx'), preloadDialog()]);
      setOpened(() => PasswordDialog);
    } catch {
      notify.error(unloadedSentence);
    }
  }
  return {
    open: () => void open(),
    dialog: Opened === undefined ? null : <Opened onClose={() => setOpened(undefined)} />,
  };
}
