import type { Account } from '@butaca/contract';
import { OneTimeSecret } from './one-time-secret.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { resetPassword } from './users.queries.ts';

/**
 * Asks before a user's password is reset, then shows the generated password once. The dialog is open while it is
 * rendered.
 */
export function ResetPasswordDialog({ user, onClose }: { user: Account; onClose: () => void }) {
  return (
    <SecretDialog
      title="¿Restablecer la contraseña?"
      consequence={`La contraseña de «${user.username}» dejará de servir y se cerrarán todas sus sesiones.`}
      confirmLabel="Restablecer contraseña"
      failure="No se pudo restablecer la contraseña."
      createdTitle="Contraseña restablecida"
      create={(currentPassword) => resetPassword(user._id, currentPassword)}
      onClose={onClose}
    >
      {({ oneTimePassword }) => <OneTimeSecret username={user.username} secret={oneTimePassword} />}
    </SecretDialog>
  );
}
