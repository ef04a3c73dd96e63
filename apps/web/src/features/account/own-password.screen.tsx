import { useEffect } from 'react';
import { useNavigate } from '../../platform/navigation/use-navigation.ts';
import { paths } from '../../shared/paths.ts';
import { useAuth } from './auth.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { PasswordForm } from './password-form.tsx';

/** The screen after a login with a one-time password: the person chooses a password of their own, or logs out. */
export function OwnPasswordScreen() {
  const { logout } = useAuth();
  const navigate = useNavigate();
  useEffect(() => {
    document.title = 'Elige tu contraseña · Butaca';
  }, []);
  async function handleLeave(): Promise<void> {
    await logout();
    navigate(paths.login);
  }
  return (
    <SignInPage title="Elige tu contraseña">
      <p className="ownpassword__why">
        Ya estás dentro. Elige tu contraseña para continuar. La que usaste ya no sirve: si sales sin elegir
        otra, tendrás que pedir una nueva al administrador.
      </p>
      <PasswordForm
        currentLabel="Contraseña de un solo uso"
        isCurrentKnown
        leaveLabel="Cerrar Sesión"
        onLeave={() => void handleLeave()}
      />
    </SignInPage>
  );
}
