import type { Account } from '@butaca/contract';
import { notify } from '@butaca/ui';
import { useQueryClient } from '@tanstack/react-query';
import { PasswordConfirmDialog } from '../own-password/password-confirm-dialog.tsx';
import { everyUserQuery, makeAdmin } from './users.queries.ts';

/** Asks before a user becomes an administrator. The dialog is open while it is rendered. */
export function MakeAdminDialog({ user, onClose }: { user: Account; onClose: () => void }) {
  const queryClient = useQueryClient();
  const handleConfirm = async (currentPassword: string): Promise<void> => {
    await makeAdmin(user._id, currentPassword);
    notify.ok(`${user.username} ya es administrador.`);
    await queryClient.invalidateQueries(everyUserQuery);
    onClose();
  };
  return (
    <PasswordConfirmDialog
      title="¿Hacer administrador a este usuario?"
      confirmLabel="Hacer administrador"
      failure="No se pudo cambiar el rol del usuario."
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {`«${user.username}» podrá administrar el catálogo y las cuentas. Escribe tu contraseña para confirmarlo.`}
    </PasswordConfirmDialog>
  );
}
