import type { Backup } from '@butaca/contract';
import { notify } from '@butaca/ui';
import { useQueryClient } from '@tanstack/react-query';
import { momentInWords } from '../../../platform/moment.ts';
import { PasswordConfirmDialog } from '../own-password/password-confirm-dialog.tsx';
import { contentsInWords } from './backup-words.ts';
import { backupsQuery, createBackup, deleteBackup, restoreBackup } from './backups.queries.ts';

interface BackupDialogProps {
  /** The backup that the dialog offers to delete or to restore. */
  backup: Backup;
  onClose: () => void;
}

/** Asks for the own password before a second backup is made within an hour. The dialog is open while it is rendered. */
export function CreateBackup({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const handleConfirm = async (currentPassword: string): Promise<void> => {
    try {
      await createBackup(currentPassword);
      notify.ok('Copia de seguridad creada.');
      onClose();
    } finally {
      void queryClient.invalidateQueries(backupsQuery());
    }
  };
  return (
    <PasswordConfirmDialog
      title="¿Crear otra copia de seguridad?"
      confirmLabel="Crear copia"
      pendingLabel="Creando copia..."
      failure="No se pudo crear la copia de seguridad."
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      Ya se guardó una copia hace menos de una hora. Escribe tu contraseña para guardar otra.
    </PasswordConfirmDialog>
  );
}

/** Asks before a backup is deleted. The dialog is open while it is rendered. */
export function DeleteBackup({ backup, onClose }: BackupDialogProps) {
  const queryClient = useQueryClient();
  const handleConfirm = async (currentPassword: string): Promise<void> => {
    try {
      const { message } = await deleteBackup(backup.name, currentPassword);
      notify.ok(message);
      onClose();
    } finally {
      void queryClient.invalidateQueries(backupsQuery());
    }
  };
  const moment = backup.contents ? `, con los datos del ${momentInWords(backup.contents.createdAt)}` : '';
  return (
    <PasswordConfirmDialog
      title="¿Eliminar la copia de seguridad?"
      confirmLabel="Eliminar copia"
      failure="No se pudo eliminar la copia de seguridad."
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {`Se eliminará de este servidor «${backup.name}»${moment}. Esta operación no se puede deshacer. Escribe tu contraseña para confirmarlo.`}
    </PasswordConfirmDialog>
  );
}

/**
 * Asks before the database is restored from a backup, and says what is lost: everything that was changed since the
 * backup, and every session. The dialog is open while it is rendered.
 */
export function RestoreBackup({
  backup,
  current,
  onClose,
}: BackupDialogProps & { current: { accounts: number; channels: number; videos: number } | undefined }) {
  const queryClient = useQueryClient();
  const handleConfirm = async (currentPassword: string): Promise<void> => {
    const { message } = await restoreBackup(backup.name, currentPassword);
    notify.ok(message);
    onClose();
    // A restore of the database ends this session too: refetching the page's data fails, and the person is sent to the
    // login.
    void queryClient.invalidateQueries();
  };
  const { contents } = backup;
  return (
    <PasswordConfirmDialog
      title="¿Restaurar esta copia de seguridad?"
      confirmLabel="Restaurar copia"
      pendingLabel="Restaurando..."
      failure="No se pudo restaurar la copia de seguridad."
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {contents && current && (
        <>
          {`Se reemplazará todo lo que hay ahora (${contentsInWords(current, ', ')}) por los datos del ${momentInWords(contents.createdAt)} (${contentsInWords(contents, ', ')}). `}
          Se perderá lo que se haya hecho desde entonces y se cerrarán todas las sesiones, también la tuya.
          Antes se guardará otra copia de lo que hay ahora.
          {!contents.isOwn &&
            ' Esta copia es de otra instalación: aquí no se puede saber si alguien la ha cambiado. Restáurala solo si confías en quien te la dio.'}{' '}
          Escribe tu contraseña para confirmarlo.
        </>
      )}
    </PasswordConfirmDialog>
  );
}
