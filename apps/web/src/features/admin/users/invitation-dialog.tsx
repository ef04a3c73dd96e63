import type { Account, Invitation } from '@butaca/contract';
import { Button, ConfirmDialog, Dialog, notify } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { InvitationLink } from './invitation-link.tsx';
import { PasswordConfirmDialog } from './password-confirm-dialog.tsx';
import { everyUserQuery, inviteUser } from './users.queries.ts';

interface InvitationDialogProps {
  user: Account;
  onClose: () => void;
}

const title = '¿Crear una invitación?';
const confirmLabel = 'Crear invitación';
const failure = 'Error al crear la invitación.';
const consequence = ({ username, invitedUntil }: Account): string =>
  `Con el enlace, «${username}» podrá elegir una contraseña nueva; mientras no lo use, la de ahora sigue sirviendo.${
    invitedUntil === null ? '' : ' El enlace anterior dejará de servir.'
  }`;

/**
 * Asks before a user gets a new invitation, then shows its link once. For an administrator, the dialog asks for the
 * caller's own password. The dialog is open while it is rendered.
 */
export function InvitationDialog({ user, onClose }: InvitationDialogProps) {
  const queryClient = useQueryClient();
  const [invitation, setInvitation] = useState<Invitation>();
  const invite = async (currentPassword?: string): Promise<void> => {
    setInvitation(await inviteUser(user._id, currentPassword));
    await queryClient.invalidateQueries(everyUserQuery);
  };

  if (invitation !== undefined) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title="Invitación creada"
        size="sm"
        actions={
          <Button variant="primary" onClick={onClose}>
            Listo
          </Button>
        }
      >
        <InvitationLink username={user.username} invitation={invitation} />
      </Dialog>
    );
  }
  if (user.role !== 'admin') return <SimpleInvitation user={user} onInvite={invite} onClose={onClose} />;
  return (
    <PasswordConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      failure={failure}
      onConfirm={invite}
      onClose={onClose}
    >
      {`${consequence(user)} Escribe la tuya para confirmarlo.`}
    </PasswordConfirmDialog>
  );
}

function SimpleInvitation({
  user,
  onInvite,
  onClose,
}: InvitationDialogProps & { onInvite: () => Promise<void> }) {
  const queryClient = useQueryClient();
  const invite = useMutation({
    mutationFn: onInvite,
    onError: async (error) => {
      notify.error(messageOf(error, failure));
      onClose();
      // The user may have become an administrator meanwhile, whose invitation takes the caller's password.
      await queryClient.invalidateQueries(everyUserQuery);
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      confirmLabel={confirmLabel}
      onConfirm={() => invite.mutate()}
      pending={invite.isPending}
    >
      {consequence(user)}
    </ConfirmDialog>
  );
}
