import { Button, Dialog } from '@butaca/ui';
import { useState, type ReactNode } from 'react';
import { PasswordConfirmDialog } from '../own-password/password-confirm-dialog.tsx';

interface SecretDialogProps<T> {
  /** The title of the question. */
  title: string;
  /** What will happen, below the title. */
  consequence: string;
  confirmLabel: string;
  /** The error message used when the server sends none. */
  failure: string;
  /** The title above the secret. */
  createdTitle: string;
  /** Creates the secret. @param currentPassword - the caller's own password */
  create: (currentPassword: string) => Promise<T>;
  children: (secret: T) => ReactNode;
  onClose: () => void;
}

/**
 * Asks before a secret for a user is created, such as a password or an invitation, and for the caller's own
 * password, then shows the secret once. The dialog is open while it is rendered.
 */
export function SecretDialog<T>(props: SecretDialogProps<T>) {
  const { title, consequence, confirmLabel, failure, createdTitle, create, children, onClose } = props;
  const [secret, setSecret] = useState<{ value: T }>();
  const confirm = async (currentPassword: string): Promise<void> =>
    setSecret({ value: await create(currentPassword) });

  if (secret !== undefined) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={createdTitle}
        size="sm"
        actions={
          <Button variant="primary" onClick={onClose}>
            Listo
          </Button>
        }
      >
        {children(secret.value)}
      </Dialog>
    );
  }
  const question = { title, confirmLabel, failure, onConfirm: confirm, onClose };
  return (
    <PasswordConfirmDialog {...question}>
      {`${consequence} Escribe la tuya para confirmarlo.`}
    </PasswordConfirmDialog>
  );
}
