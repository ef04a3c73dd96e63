import type { Backup } from '@butaca/contract';
import { ConfirmDialog, notify } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../platform/api/api-error.ts';
import { momentInWords } from '../../../platform/moment.ts';
import { contentsInWords } from './backup-words.ts';
import { backupsQuery, deleteBackup, restoreBackup } from './backups.queries.ts';

interface BackupDialogProps {
  /** The backup that the dialog offers to delete or to restore; the dialog is closed while this is absent. */
  backup: Backup | undefined;
  onClose: () => void;
}

export function DeleteBackup({ backup, onClose }: BackupDialogProps) {
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: deleteBackup,
    onSuccess: ({ message }) => notify.ok(message),
    onError: (error) => notify.error(messageOf(error, 'No se pudo eliminar la copia de seguridad.')),
    onSettled: () => {
      onClose();
      void queryClient.invalidateQueries(backupsQuery());
    },
  });
  const moment = backup?.contents ? `, con los datos del ${momentInWords(backup.contents.createdAt)}` : '';
  return (
    <ConfirmDialog
      open={backup !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="¿Eliminar la copia de seguridad?"
      confirmLabel="Eliminar copia"
      onConfirm={() => backup !== undefined && removal.mutate(backup.name)}
      pending={removal.isPending}
    >
      {`Se eliminará de este servidor «${backup?.name ?? ''}»${moment}. Esta operación no se puede deshacer.`}
    </ConfirmDialog>
  );
}

/**
 * Asks before the database is restored from a backup, and says what is lost: everything that was changed since the
 * backup, and every session.
 */
export function RestoreBackup({
  backup,
  current,
  onClose,
}: BackupDialogProps & { current: { accounts: number; channels: number; videos: number } | undefined }) {
  const queryClient = useQueryClient();
  const restoring = useMutation({
    mutationFn: restoreBackup,
    onSuccess: ({ message }) => notify.ok(message),
    onError: (error) => notify.error(messageOf(error, 'No se pudo restaurar la copia de seguridad.')),
    onSettled: () => {
      onClose();
      // A restore of the database ends this session too: refetching the page's data fails, and the person is sent to
      // the login.
      void queryClient.invalidateQueries();
    },
  });
  const contents = backup?.contents;
  return (
    <ConfirmDialog
      open={backup !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="¿Restaurar esta copia de seguridad?"
      confirmLabel="Restaurar copia"
      onConfirm={() => backup !== undefined && restoring.mutate(backup.name)}
      pending={restoring.isPending}
    >
      {contents && current && (
        <>
          {`Se reemplazará todo lo que hay ahora (${contentsInWords(current, ', ')}) por los datos del ${momentInWords(contents.createdAt)} (${contentsInWords(contents, ', ')}). `}
          Se perderá lo que se haya hecho desde entonces y se cerrarán todas las sesiones, también la tuya.
          Antes se guardará otra copia de lo que hay ahora.
          {!contents.isOwn &&
            ' Esta copia es de otra instalación: aquí no se puede saber si alguien la ha cambiado. Restáurala solo si confías en quien te la dio.'}
        </>
      )}
    </ConfirmDialog>
  );
}
