import { notify } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '../../platform/navigation/use-navigation.ts';
import { messageOf } from '../../platform/api/api-error.ts';
import { paths } from '../../shared/paths.ts';
import { useAuth } from './auth.tsx';
import { endOtherSessions, endSession, ownDevicesQuery } from './devices.queries.ts';

const severalFailed = 'No se pudieron cerrar las sesiones. Inténtalo de nuevo.';

/**
 * The operations of the screen of a person's own devices: `leave` signs out here; the mutations `one`, `others` and
 * `all` end the session on one other device, on all other devices, and on all.
 *
 * @param onSettled - called when `others` or `all` has succeeded or failed, to close the question that precedes them
 */
export function useSessionEnds(onSettled: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { logout } = useAuth();
  const reload = () => queryClient.invalidateQueries(ownDevicesQuery());

  async function leave(allDevices = false): Promise<void> {
    await logout(allDevices);
    navigate(paths.login);
  }

  const one = useMutation({
    mutationFn: endSession,
    onSuccess: (message) => notify.ok(message ?? 'Sesión cerrada en ese dispositivo.'),
    onError: (error) => notify.error(messageOf(error, 'No se pudo cerrar la sesión. Inténtalo de nuevo.')),
    onSettled: reload,
  });
  const others = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: ({ message }) => notify.ok(message),
    onError: (error) => notify.error(messageOf(error, severalFailed)),
    onSettled: async () => {
      await reload();
      onSettled();
    },
  });
  const all = useMutation({
    // `logout` signs out here whatever the server answers, so the other sessions are ended before, by a call whose
    // failure the person sees.
    mutationFn: endOtherSessions,
    onSuccess: () => leave(true),
    onError: (error) => {
      onSettled();
      notify.error(messageOf(error, severalFailed));
    },
  });
  return { leave: () => void leave(), one, others, all };
}
