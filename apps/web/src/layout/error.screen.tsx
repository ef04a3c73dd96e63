import { Button, ErrorState, useArrowNavigation } from '@butaca/ui';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { paths } from '../shared/paths.ts';
import { clearStorage } from '../platform/session/session-storage.ts';
import './error-screen.css';

export function NotFoundScreen() {
  useEffect(() => {
    document.title = 'Esta página no existe · Butaca';
  }, []);
  return (
    <main className="errorpage">
      <ErrorState
        headingLevel={1}
        title="Esta página no existe."
        reason="Comprueba la dirección, o vuelve al inicio para seguir viendo."
        action={
          <Button variant="primary" render={<Link to={paths.home} />}>
            Ir al inicio
          </Button>
        }
      />
    </main>
  );
}

/**
 * The screen shown when another screen throws. The error itself is in the console, where React writes it.
 *
 * @param isOfRouter - whether the layout of all screens has thrown, and not a screen inside it
 * @see docs/requisitos.md, R2.18 and R2.19
 */
export function ErrorScreen({ isOfRouter = false }: { isOfRouter?: boolean }) {
  return (
    <main className="errorpage" {...useArrowNavigation()}>
      <ErrorState
        headingLevel={1}
        title={isOfRouter ? 'Unexpected Application Error!' : 'Oops! Algo salió mal'}
        reason="Recarga la página para volver a intentarlo. Si sigue fallando, inicia sesión de nuevo."
        action={
          <div className="errorpage__actions">
            <Button variant="primary" onClick={() => location.reload()}>
              Recargar página
            </Button>
            <Button variant="line" onClick={goToLogin}>
              Ir al login
            </Button>
          </div>
        }
      />
    </main>
  );
}

/** Clears localStorage and reloads the application at the login page. */
function goToLogin(): void {
  clearStorage();
  location.hash = paths.login;
  location.reload();
}
