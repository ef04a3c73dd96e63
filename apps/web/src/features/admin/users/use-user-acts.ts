import type { Account, PlanKey, Role } from '@butaca/contract';
import { notify } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { messageOf } from '../../../platform/api/api-error.ts';
import { adminMessageOf } from '../editing/admin-message.ts';
import { usersKey } from './users.queries.ts';

const planFailed = {
  call: 'Admin: Error al actualizar el plan del usuario.',
  panel: 'Error al actualizar el plan del usuario.',
};
/** What a change of the status says where the server says nothing. */
export const statusFailed = {
  call: 'Admin: Error al actualizar el estado del usuario.',
  panel: 'Error al cambiar el estado del usuario.',
};

/** What can be done with a user in place. What came of it is said, and the list follows. */
export function useUserActs({ _id: id, username }: Account) {
  const queryClient = useQueryClient();
  const follow = { onSettled: () => queryClient.invalidateQueries({ queryKey: usersKey }) };

  const plan = useMutation({
    mutationFn: (next: PlanKey) =>
      api('PUT /api/admin/users/:id/plan', { params: { id }, body: { plan: next } }),
    onSuccess: () => notify.ok('Plan del usuario actualizado.'),
    onError: (error) => notify.error(adminMessageOf(error, planFailed)),
    ...follow,
  });
  const status = useMutation({
    mutationFn: (isActive: boolean) =>
      api('PUT /api/admin/users/:id/status', { params: { id }, body: { isActive } }),
    onSuccess: (account) => notify.ok(account.isActive ? 'Usuario activado.' : 'Usuario desactivado.'),
    onError: (error) => notify.error(adminMessageOf(error, statusFailed)),
    ...follow,
  });
  const role = useMutation({
    mutationFn: (next: Role) =>
      api('PUT /api/admin/users/:id/role', { params: { id }, body: { role: next } }),
    onSuccess: (account) =>
      notify.ok(
        account.role === 'admin' ? `${username} es administrador.` : `${username} ya no es administrador.`,
      ),
    onError: (error) => notify.error(messageOf(error, 'Error al cambiar el rol del usuario.')),
    ...follow,
  });
  return { plan, status, role };
}
