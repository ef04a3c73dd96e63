import type { Account } from '@butaca/contract';
import { Button, ConfirmDialog, Dialog, notify } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { PasswordConfirmDialog } from '../own-password/password-confirm-dialog.tsx';
import { everyUserQuery } from './users.queries.ts';

interface SecretDialogProps<T> {
  user: Account;
  /** The title of the question. */
  title: string;
  /** What will happen, below the title. */
  consequence: string;
  confirmLabel: string;
  /** The error message used when the server sends none. */
  failure: string;
  /** The title above the secret. */
  createdTitle: string;
  /**
   * Creates the secret. @param currentPassword - the caller's own password, asked for where the user is an administrator
   */
  create: (currentPassword?: string) => Promise<T>;
  children: (secret: T) => ReactNode;
  onClose: () => void;
}

/**
 * Asks before a secret for a user is created, such as a password or an invitation, then shows it once. For an
 * administrator, the dialog asks for the caller's own password. The dialog is open while it is rendered.
 */
export function SecretDialog<T>(props: SecretDialogProps<T>) {
  const { user, title, consequence, confirmLabel, failure, createdTitle, create, children, onClose } = props;
  const [secret, setSecret] = useState<{ value: T }>();
  const confirm = async (currentPassword?: string): Promise<void> =>
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
  if (user.role !== 'admin') return <SimpleQuestion {...question}>{consequence}</SimpleQuestion>;
  return (
    <PasswordConfirmDialog {...question}>
      {`${consequence} Escribe la tuya para confirmarlo.`}
    </PasswordConfirmDialog>
  );
}

interface SimpleQuestionProps extends Pick<
  SecretDialogProps<unknown>,
  'title' | 'confirmLabel' | 'failure' | 'onClose'
> {
  onConfirm: () => Promise<void>;
  children: ReactNode;
}

function SimpleQuestion({ title, confirmLabel, failure, onConfirm, onClose, children }: SimpleQuestionProps) {
  const queryClient = useQueryClient();
  const confirmation = useMutation({
    mutationFn: onConfirm,
    onError: async (error) => {
      notify.error(messageOf(error, failure));
      onClose();
      // The user may have become an administrator meanwhile, whose secret takes the caller's password.
      await queryClient.invalidateQueries(everyUserQuery);
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      confirmLabel={confirmLabel}
      onConfirm={() => confirmation.mutate()}
      pending={confirmation.isPending}
    >
      {children}
    </ConfirmDialog>
  );
}
