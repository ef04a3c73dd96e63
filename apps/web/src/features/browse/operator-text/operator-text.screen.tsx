import { footerLinkKeys, footerLinkNames, type FooterLinkKey } from '@butaca/contract';
import { Button, buttonClass, EmptyState, ErrorState, SkeletonRows } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { ApiError, reasonOf } from '../../../platform/api/api-error.ts';
import { isAdmin } from '../../../platform/session/session-store.ts';
import { footerLinksQuery, footerTextQuery } from '../../../shared/footer-links.queries.ts';
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
  const links = useQuery({ ...footerLinksQuery(), enabled: isMissing });
  const address = links.data?.find(({ key }) => key === link)?.address ?? undefined;
  return (
    <main className="page operator-text" id="contenido" tabIndex={-1}>
      <div className="page__head">
        <h1>{title}</h1>
      </div>
      {text.isPending && <SkeletonRows count={6} label="Cargando texto..." />}
      {isMissing && <Missing link={link} address={address} />}
      {text.isError && !isMissing && (
        <ErrorState
          title="No se pudo cargar el texto."
          reason={reasonOf(text.error)}
          action={
            <Button variant="primary" onClick={() => void text.refetch()}>
              Reintentar
            </Button>
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

/** What is missing of a link, for viewers and for administrators. */
const missingWords: Readonly<Record<FooterLinkKey, { title: string; reason: string }>> = {
  terminos: {
    title: 'Los términos de uso no están escritos todavía.',
    reason: 'Los escribe quien lleva este servicio.',
  },
  privacidad: {
    title: 'La política de privacidad no está escrita todavía.',
    reason: 'La escribe quien lleva este servicio, que es quien guarda tus datos.',
  },
  soporte: {
    title: 'No hay todavía una dirección de soporte.',
    reason: 'Pregunta a quien te dio tu cuenta.',
  },
};

/** What the page shows where the operator has written no text: the address that was given instead, or what is missing. */
function Missing({ link, address }: { link: FooterLinkKey; address: string | undefined }) {
  const { title, reason } = missingWords[link];
  if (address !== undefined) {
    return (
      <EmptyState
        title="Esta página está en otra dirección."
        action={
          <a className={buttonClass({ variant: 'primary' })} href={address} rel="noopener noreferrer">
            Abrir {footerLinkNames[link]}
          </a>
        }
      />
    );
  }
  return (
    <EmptyState
      title={title}
      reason={
        isAdmin()
          ? 'Escribe el texto, o da la dirección de una página, en Ajustes, en «Pie de página».'
          : reason
      }
      action={
        isAdmin() ? (
          <Button variant="primary" render={<Link to={`${paths.admin}?tab=settings`} />}>
            Ir a Ajustes
          </Button>
        ) : (
          <Button variant="primary" render={<Link to={paths.home} />}>
            Ir al inicio
          </Button>
        )
      }
    />
  );
}
