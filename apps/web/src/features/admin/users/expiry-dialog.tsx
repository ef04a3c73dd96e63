import type { Account } from '@butaca/contract';
import { Button, Dialog, Notice, notify, TextField } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { dayInWords } from '../../../platform/moment.ts';
import { OwnPasswordField } from '../own-password/own-password-field.tsx';
import { adminMessageOf } from '../editing/admin-message.ts';
import { dayOf, endOfDay, today } from './expiry-day.ts';
import { statusFailed } from './use-user-acts.ts';
import { everyUserQuery, setUserStatus } from './users.queries.ts';

/**
 * The dialog that sets or removes the day on which an account expires; open while it is rendered.
 *
 * @param isActivation - whether the account has expired: saving, with a new day or without one, activates it again
 */
export function ExpiryDialog({
  user,
  isActivation,
  onClose,
}: {
  user: Account;
  isActivation: boolean;
  onClose: () => void;
}) {
  const formId = useId();
  const queryClient = useQueryClient();
  const hasEnded = isActivation && user.expiresAt !== null;
  const [day, setDay] = useState(user.expiresAt === null || hasEnded ? '' : dayOf(new Date(user.expiresAt)));
  const [ownPassword, setOwnPassword] = useState('');
  const save = useMutation({
    mutationFn: () =>
      // `isActive` is sent only to activate an expired account: otherwise the possibly outdated value from the list of
      // users would overwrite a newer one on the server.
      setUserStatus(user._id, {
        expiresAt: endOfDay(day),
        ...(isActivation && { isActive: true }),
        ...(user.role === 'admin' && { currentPassword: ownPassword }),
      }),
    onSuccess: () => {
      notify.ok(isActivation ? 'Usuario activado.' : 'Fecha de caducidad guardada.');
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries(everyUserQuery),
  });
  const close = (): void => {
    if (!save.isPending) onClose();
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`Caducidad de ${user.username}`}
      size="sm"
      actions={
        <>
          <Button variant="ghost" disabled={save.isPending} onClick={close}>
            Cancelar
          </Button>
          <Button variant="primary" type="submit" form={formId} loading={save.isPending}>
            {isActivation ? 'Activar' : 'Guardar'}
          </Button>
        </>
      }
    >
      <form id={formId} className="userform" onSubmit={handleSubmit}>
        {save.isError && <Notice tone="danger">{adminMessageOf(save.error, statusFailed)}</Notice>}
        {hasEnded && !save.isError && (
          <Notice tone="warn">{`La cuenta caducó el ${dayInWords(user.expiresAt ?? '')}. Elige otra fecha o quítala.`}</Notice>
        )}
        <TextField
          label="Caduca"
          type="date"
          min={today()}
          hint="La cuenta vale hasta el final de ese día. Si lo dejas vacío, no caduca."
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        {day !== '' && (
          <Button variant="line" size="sm" onClick={() => setDay('')}>
            Quitar la fecha
          </Button>
        )}
        {user.role === 'admin' && <OwnPasswordField value={ownPassword} onChange={setOwnPassword} />}
      </form>
    </Dialog>
  );
}
