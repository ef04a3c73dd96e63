import { Button, Dialog, Notice } from '@butaca/ui';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../platform/api/api-error.ts';
import './own-password.css';
import { OwnPasswordField } from './own-password-field.tsx';

interface PasswordConfirmDialogProps {
  title: string;
  confirmLabel: string;
  /** The label of the confirming button while the server works; by default its usual label. */
  pendingLabel?: string;
  /** The message for a failure that the server says nothing about. */
  failure: string;
  /** Does what is confirmed; when the promise rejects, the dialog shows why and stays open. */
  onConfirm: (currentPassword: string) => Promise<unknown>;
  onClose: () => void;
  /** What will happen. */
  children: ReactNode;
}

/**
 * Asks for confirmation and for the administrator's own password, which the server requires for acts on other
 * administrators and on backups. The dialog is open while it is rendered.
 */
export function PasswordConfirmDialog(props: PasswordConfirmDialogProps) {
  const { title, confirmLabel, pendingLabel = confirmLabel, failure, onConfirm, onClose, children } = props;
  const formId = useId();
  const [password, setPassword] = useState('');
  const act = useMutation({ mutationFn: onConfirm });
  const close = (): void => {
    if (!act.isPending) onClose();
  };

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    act.mutate(password);
  };

  return (
    <Dialog
      open
      onOpenChange={close}
      title={title}
      size="sm"
      actions={
        <>
          <Button variant="ghost" disabled={act.isPending} onClick={close}>
            Cancelar
          </Button>
          <Button variant="primary" type="submit" form={formId} loading={act.isPending}>
            {act.isPending ? pendingLabel : confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} className="own-password" onSubmit={handleSubmit}>
        {act.isError && <Notice tone="danger">{messageOf(act.error, failure)}</Notice>}
        <p>{children}</p>
        <OwnPasswordField value={password} onChange={setPassword} />
      </form>
    </Dialog>
  );
}
