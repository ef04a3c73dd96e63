import { Button, ErrorState } from '@butaca/ui';
import { useEffect } from 'react';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { paths } from '../shared/paths.ts';
import { clearStorage } from '../platform/session/session-storage.ts';
import './error-screen.css';

/** Shown when a screen throws. A URL without a route gets the router's default title. */
export function ErrorScreen() {
  const error = useRouteError();
  useEffect(() => {
    // oxlint-disable-next-line no-console -- what broke has to be found by who looks for it
    if (!isRouteErrorResponse(error)) console.error(error);
  }, [error]);
  if (isRouteErrorResponse(error)) {
    return (
      <main className="errorpage">
        <ErrorState
          headingLevel={1}
          title="Unexpected Application Error!"
          reason={error.status === 404 ? 'Esta página no existe.' : `${error.status} ${error.statusText}`}
          action={
            <Button variant="primary" render={<Link to={paths.home} />}>
              Ir al inicio
            </Button>
          }
        />
      </main>
    );
  }
  return (
    <main className="errorpage">
      <ErrorState
        headingLevel={1}
        title="Oops! Algo salió mal"
        reason="Recarga la página para volver a intentarlo. Si sigue fallando, entra de nuevo."
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

/** Clears localStorage and reloads the page at the login. */
function goToLogin(): void {
  clearStorage();
  location.hash = paths.login;
  location.reload();
}
