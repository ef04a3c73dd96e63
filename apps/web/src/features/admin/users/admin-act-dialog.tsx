import type { Account } from '@butaca/contract';
import { notify } from '@butaca/ui';
import { useQueryClient } from '@tanstack/react-query';
import { PasswordConfirmDialog } from '../own-password/password-confirm-dialog.tsx';
import { statusFailed } from './use-user-acts.ts';
import { everyUserQuery, makeViewer, revokeInvitation, setUserStatus } from './users.queries.ts';

/** Acts on an administrator that take the password of whoever does them. */
export type AdminAct = 'viewer' | 'deactivation' | 'activation' | 'revocation';

interface Question {
  title: string;
  confirmLabel: string;
  failure: string;
  consequence: string;
  /** Does it. @returns the sentence of the toast */
  run: (user: Account, currentPassword: string) => Promise<string>;
}

const questionsOf = (username: string): Record<AdminAct, Question> => ({
  viewer: {
    title: '¿Quitar el rol de administrador?',
    confirmLabel: 'Quitar el rol',
    failure: 'No se pudo cambiar el rol del usuario.',
    consequence: `«${username}» ya no podrá administrar el catálogo ni las cuentas.`,
    run: async ({ _id }, currentPassword) => {
      await makeViewer(_id, currentPassword);
      return `${username} ya no es administrador.`;
    },
  },
  deactivation: {
    title: '¿Desactivar a este administrador?',
    confirmLabel: 'Desactivar',
    failure: statusFailed.panel,
    consequence: `Se cerrarán todas las sesiones de «${username}», que no podrá entrar hasta que lo actives.`,
    run: async ({ _id }, currentPassword) => {
      await setUserStatus(_id, { isActive: false, currentPassword });
      return 'Usuario desactivado.';
    },
  },
  activation: {
    title: '¿Activar a este administrador?',
    confirmLabel: 'Activar',
    failure: statusFailed.panel,
    consequence: `«${username}» podrá entrar y administrar el catálogo y las cuentas.`,
    run: async ({ _id }, currentPassword) => {
      await setUserStatus(_id, { isActive: true, currentPassword });
      return 'Usuario activado.';
    },
  },
  revocation: {
    title: '¿Anular la invitación?',
    confirmLabel: 'Anular invitación',
    failure: 'No se pudo anular la invitación.',
    consequence: `El enlace de «${username}» dejará de servir.`,
    run: async ({ _id }, currentPassword) => (await revokeInvitation(_id, currentPassword)).message,
  },
});

/** Asks for the own password before an act on an administrator. The dialog is open while it is rendered. */
export function AdminActDialog({
  user,
  act,
  onClose,
}: {
  user: Account;
  act: AdminAct;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const { run, consequence, ...question } = questionsOf(user.username)[act];
  const handleConfirm = async (currentPassword: string): Promise<void> => {
    notify.ok(await run(user, currentPassword));
    await queryClient.invalidateQueries(everyUserQuery);
    onClose();
  };
  return (
    <PasswordConfirmDialog {...question} onConfirm={handleConfirm} onClose={onClose}>
      {`${consequence} Escribe tu contraseña para confirmarlo.`}
    </PasswordConfirmDialog>
  );
}
