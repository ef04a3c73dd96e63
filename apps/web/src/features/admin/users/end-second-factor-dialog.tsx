import type { Account } from '@butaca/contract';
import { notify } from '@butaca/ui';
import { useQueryClient } from '@tanstack/react-query';
import { PasswordConfirmDialog } from '../own-password/password-confirm-dialog.tsx';
import { endSecondFactor, everyUserQuery } from './users.queries.ts';

/**
 * Asks before the second factor of another user is turned off, for a person who has lost their phone. The dialog is
 * open while it is rendered.
 */
export function EndSecondFactorDialog({ user, onClose }: { user: Account; onClose: () => void }) {
  const queryClient = useQueryClient();
  const handleConfirm = async (currentPassword: string): Promise<void> => {
    await endSecondFactor(user._id, currentPassword);
    notify.ok(`Verificación en dos pasos de ${user.username} desactivada.`);
    await queryClient.invalidateQueries(everyUserQuery);
    onClose();
  };
  return (
    <PasswordConfirmDialog
      title="¿Desactivar la verificación en dos pasos?"
      confirmLabel="Desactivar"
      failure="No se pudo desactivar la verificación en dos pasos."
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {`«${user.username}» podrá entrar solo con su contraseña hasta que vuelva a activarla. Escribe la tuya para confirmarlo.`}
    </PasswordConfirmDialog>
  );
}
