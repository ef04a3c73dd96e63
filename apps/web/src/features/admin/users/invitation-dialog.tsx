import type { Account } from '@butaca/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { describeReach } from '../plans/plan-words.ts';
import { planOpeningsQuery } from '../plans/plans.queries.ts';
import { InvitationLink } from './invitation-link.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { everyUserQuery, inviteUser } from './users.queries.ts';

const consequenceOf = ({ username, invitedUntil }: Account): string =>
  `Con el enlace, «${username}» podrá elegir una contraseña nueva; mientras no lo use, la de ahora sigue sirviendo.${
    invitedUntil === null ? '' : ' El enlace anterior dejará de servir.'
  }`;

/** Asks before a user gets a new invitation, then shows its link once. The dialog is open while it is rendered. */
export function InvitationDialog({ user, onClose }: { user: Account; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { data: openings } = useQuery({ ...planOpeningsQuery(), enabled: user.role !== 'admin' });
  const reach = describeReach(openings, user.plan);
  return (
    <SecretDialog
      title="¿Crear una invitación?"
      consequence={[
        consequenceOf(user),
        reach?.isNothing === true ? `Atención: ${reach.sentence}` : reach?.sentence,
      ]
        .filter(Boolean)
        .join(' ')}
      confirmLabel="Crear invitación"
      failure="No se pudo crear la invitación."
      createdTitle="Invitación creada"
      create={async (currentPassword) => {
        const invitation = await inviteUser(user._id, currentPassword);
        void queryClient.invalidateQueries(everyUserQuery);
        return invitation;
      }}
      onClose={onClose}
    >
      {(invitation) => <InvitationLink username={user.username} invitation={invitation} />}
    </SecretDialog>
  );
}
