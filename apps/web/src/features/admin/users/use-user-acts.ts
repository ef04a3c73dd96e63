import type { Account, PlanKey } from '@butaca/contract';
import { notify } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../platform/api/api-error.ts';
import { adminMessageOf } from '../editing/admin-message.ts';
import { everyUserQuery, revokeInvitation, setUserPlan, setUserStatus } from './users.queries.ts';

const planFailed = {
  call: 'Admin: Error al actualizar el plan del usuario.',
  panel: 'Error al actualizar el plan del usuario.',
};
/** The error messages for a failed activation or deactivation of an account, used when the server sends no message. */
export const statusFailed = {
  call: 'Admin: Error al actualizar el estado del usuario.',
  panel: 'Error al cambiar el estado del usuario.',
};

/**
 * The calls that change the plan of one account in the list of users, and the status or invitation of a viewer's. Each shows
 * its result as a toast and refetches the list.
 */
export function useUserActs({ _id: id }: Account) {
  const queryClient = useQueryClient();
  const follow = { onSettled: () => queryClient.invalidateQueries(everyUserQuery) };

  const plan = useMutation({
    mutationFn: (next: PlanKey) => setUserPlan(id, next),
    onSuccess: () => notify.ok('Plan del usuario actualizado.'),
    onError: (error) => notify.error(adminMessageOf(error, planFailed)),
    ...follow,
  });
  const status = useMutation({
    mutationFn: (isActive: boolean) => setUserStatus(id, { isActive }),
    onSuccess: (account) =>
      account.isActive
        ? notify.ok('Usuario activado.')
        : notify.ok('Usuario desactivado.', { label: 'Deshacer', onAct: () => status.mutate(true) }),
    onError: (error) => notify.error(adminMessageOf(error, statusFailed)),
    ...follow,
  });
  const revocation = useMutation({
    mutationFn: () => revokeInvitation(id),
    onSuccess: ({ message }) => notify.ok(message),
    onError: (error) => notify.error(messageOf(error, 'No se pudo anular la invitación.')),
    ...follow,
  });
  return { plan, status, revocation };
}
