import type { Backup } from '@butaca/contract';
import { PasswordConfirmDialog } from '../own-password/password-confirm-dialog.tsx';
import { downloadBackup } from './backups.queries.ts';

/** Asks for the administrator's own password before a backup is downloaded. The dialog is open while it is rendered. */
export function DownloadBackup({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const handleConfirm = async (currentPassword: string): Promise<void> => {
    await downloadBackup(backup.name, currentPassword);
    onClose();
  };
  return (
    <PasswordConfirmDialog
      title="Descargar la copia de seguridad"
      confirmLabel="Descargar copia"
      pendingLabel="Descargando..."
      failure="No se pudo descargar la copia de seguridad."
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {`«${backup.name}» contiene los datos de todas las cuentas. Escribe tu contraseña para descargarla y guárdala en un lugar seguro.`}
    </PasswordConfirmDialog>
  );
}
