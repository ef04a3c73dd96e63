import { footerLinkKeys, footerLinkNames } from '@butaca/contract';
import { Button, ErrorState, SkeletonRows } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { ApiError, reasonOf } from '../../../platform/api/api-error.ts';
import { footerTextQuery } from '../../../shared/footer-links.queries.ts';
import { paths } from '../../../shared/paths.ts';

/** The page with the operator's text of the footer link that the address names; visitors may read it too. */
export function OperatorTextScreen() {
  const { pathname } = useLocation();
  const link = footerLinkKeys.find((key) => pathname === paths.footerText(key)) ?? 'terminos';
  const title = footerLinkNames[link];
  const text = useQuery(footerTextQuery(link));
  useEffect(() => {
    document.title = `${title} · Butaca`;
  }, [title]);
  const isMissing = text.error instanceof ApiError && text.error.code === 'footerlink.not_found';
  return (
    <main className="page operator-text" id="contenido" tabIndex={-1}>
      <div className="page__head">
        <h1>{title}</h1>
      </div>
      {text.isPending && <SkeletonRows count={6} label="Cargando texto..." />}
      {text.isError && (
        <ErrorState
          title={isMissing ? 'Esta página no tiene texto todavía.' : 'No se pudo cargar el texto.'}
          reason={isMissing ? undefined : reasonOf(text.error)}
          action={
            isMissing ? (
              <Button variant="primary" render={<Link to={paths.home} />}>
                Ir al inicio
              </Button>
            ) : (
              <Button variant="primary" onClick={() => void text.refetch()}>
                Reintentar
              </Button>
            )
          }
        />
      )}
      {text.isSuccess &&
        text.data
          .split(/\n\s*\n/)
          // The paragraphs have no ids and never change their order, so their place is their React key.
          .map((paragraph, index) => <p key={index}>{paragraph}</p>)}
    </main>
  );
}
