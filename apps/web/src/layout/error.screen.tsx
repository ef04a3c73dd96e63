import { Button, ErrorState } from '@butaca/ui';
import { useEffect } from 'react';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { paths } from '../shared/paths.ts';
import { clearStorage } from '../platform/session/session-storage.ts';
import './error-screen.css';

/**
 * The screen shown when another screen throws, or when the URL has no route; in the latter case with React Router's
 * default title.
 */
export function ErrorScreen() {
  const error = useRouteError();
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the screen does not show the error, so developers find it in the console
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

/** Clears localStorage and reloads the application at the login page. */
function goToLogin(): void {
  clearStorage();
  location.hash = paths.login;
  location.reload();
}
