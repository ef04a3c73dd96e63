import type { Backup } from '@butaca/contract';
import { Button, Dialog, Notice, TextField } from '@butaca/ui';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { downloadBackup } from './backups.queries.ts';

/**
 * The dialog that asks for the administrator's own password before a backup is downloaded. It is open while it is
 * rendered.
 */
export function DownloadBackup({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const formId = useId();
  const [password, setPassword] = useState('');
  const download = useMutation({
    mutationFn: () => downloadBackup(backup.name, password),
    onSuccess: onClose,
  });
  const close = (): void => {
    if (!download.isPending) onClose();
  };

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    download.mutate();
  };

  return (
    <Dialog
      open
      onOpenChange={close}
      title="Descargar la copia de seguridad"
      size="sm"
      actions={
        <>
          <Button variant="ghost" disabled={download.isPending} onClick={close}>
            Cancelar
          </Button>
          <Button variant="primary" type="submit" form={formId} loading={download.isPending}>
            {download.isPending ? 'Descargando...' : 'Descargar copia'}
          </Button>
        </>
      }
    >
      <form id={formId} className="backups__download" onSubmit={handleSubmit}>
        {download.isError && (
          <Notice tone="danger">
            {messageOf(download.error, 'No se pudo descargar la copia de seguridad.')}
          </Notice>
        )}
        <p>
          «{backup.name}» contiene los datos de todas las cuentas. Escribe tu contraseña para descargarla y
          guárdala en un lugar seguro.
        </p>
        <TextField
          label="Tu contraseña"
          type="password"
          required
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
