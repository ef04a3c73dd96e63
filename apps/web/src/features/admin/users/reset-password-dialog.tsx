import type { Account } from '@butaca/contract';
import { Button, ConfirmDialog, Dialog, notify } from '@butaca/ui';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../platform/api/api-error.ts';
import { OneTimeSecret } from './one-time-secret.tsx';
import { resetPassword } from './users.queries.ts';

/**
 * Asks before a user's password is reset, then shows the generated password once. The dialog is open while it is
 * rendered.
 */
export function ResetPasswordDialog({ user, onClose }: { user: Account; onClose: () => void }) {
  const reset = useMutation({
    mutationFn: () => resetPassword(user._id),
    onError: (error) => {
      notify.error(messageOf(error, 'Error al restablecer la contraseña.'));
      onClose();
    },
  });
  if (reset.data === undefined) {
    return (
      <ConfirmDialog
        open
        onOpenChange={onClose}
        title="¿Restablecer la contraseña?"
        confirmLabel="Restablecer contraseña"
        onConfirm={() => reset.mutate()}
        pending={reset.isPending}
      >
        {`La contraseña de «${user.username}» dejará de servir y se cerrarán todas sus sesiones.`}
      </ConfirmDialog>
    );
  }
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
      <OneTimeSecret username={user.username} secret={reset.data.oneTimePassword} />
    </Dialog>
  );
}
