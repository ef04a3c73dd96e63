import type { Account } from '@butaca/contract';
import { Button, ConfirmDialog, Dialog, notify } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { OneTimeSecret } from './one-time-secret.tsx';
import { PasswordConfirmDialog } from './password-confirm-dialog.tsx';
import { everyUserQuery, resetPassword } from './users.queries.ts';

interface ResetPasswordDialogProps {
  user: Account;
  onClose: () => void;
}

const title = '¿Restablecer la contraseña?';
const confirmLabel = 'Restablecer contraseña';
const failure = 'Error al restablecer la contraseña.';
const consequence = ({ username }: Account): string =>
  `La contraseña de «${username}» dejará de servir y se cerrarán todas sus sesiones.`;

/**
 * Asks before a user's password is reset, then shows the generated password once. For an administrator's password, the
 * dialog asks for the caller's own. The dialog is open while it is rendered.
 */
export function ResetPasswordDialog({ user, onClose }: ResetPasswordDialogProps) {
  const [secret, setSecret] = useState<string>();
  const reset = async (currentPassword?: string): Promise<void> =>
    setSecret((await resetPassword(user._id, currentPassword)).oneTimePassword);

  if (secret !== undefined) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title="Contraseña restablecida"
        size="sm"
        actions={
          <Button variant="primary" onClick={onClose}>
            Listo
          </Button>
        }
      >
        <OneTimeSecret username={user.username} secret={secret} />
      </Dialog>
    );
  }
  if (user.role !== 'admin') return <SimpleReset user={user} onReset={reset} onClose={onClose} />;
  return (
    <PasswordConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      failure={failure}
      onConfirm={reset}
      onClose={onClose}
    >
      {`${consequence(user)} Escribe la tuya para confirmarlo.`}
    </PasswordConfirmDialog>
  );
}

function SimpleReset({
  user,
  onReset,
  onClose,
}: ResetPasswordDialogProps & { onReset: () => Promise<void> }) {
  const queryClient = useQueryClient();
  const reset = useMutation({
    mutationFn: onReset,
    onError: async (error) => {
      notify.error(messageOf(error, failure));
      onClose();
      // The user may have become an administrator meanwhile, whose reset takes the caller's password.
      await queryClient.invalidateQueries(everyUserQuery);
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      confirmLabel={confirmLabel}
      onConfirm={() => reset.mutate()}
      pending={reset.isPending}
    >
      {consequence(user)}
    </ConfirmDialog>
  );
}
