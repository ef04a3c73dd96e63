import { Dialog } from '@butaca/ui';
import { PasswordForm } from './password-form.tsx';

/** The dialog in which people change their own password; open while it is rendered. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Cambiar contraseña"
      description="Se cerrará tu sesión en los demás dispositivos."
      size="sm"
    >
      <PasswordForm
        currentLabel="Contraseña actual"
        leaveLabel="Cancelar"
        onLeave={onClose}
        onDone={onClose}
      />
    </Dialog>
  );
}
