import type { Account } from '@butaca/contract';
import { ConfirmDialog, notify } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../platform/api/api-error.ts';
import { endSecondFactor, everyUserQuery } from './users.queries.ts';

/**
 * Asks before the second factor of another user is turned off, for a person who has lost their phone. The dialog is
 * open while it is rendered.
 */
export function EndSecondFactorDialog({ user, onClose }: { user: Account; onClose: () => void }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => endSecondFactor(user._id),
    onSuccess: () => notify.ok(`Verificación en dos pasos de ${user.username} desactivada.`),
    onError: (error) => notify.error(messageOf(error, 'Error al desactivar la verificación en dos pasos.')),
    onSettled: async () => {
      await queryClient.invalidateQueries(everyUserQuery);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="¿Desactivar la verificación en dos pasos?"
      confirmLabel="Desactivar"
      onConfirm={() => end.mutate()}
      pending={end.isPending}
    >
      {`«${user.username}» podrá entrar solo con su contraseña hasta que vuelva a activarla.`}
    </ConfirmDialog>
  );
}
