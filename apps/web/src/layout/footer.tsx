import { Logo, SeatRow } from '@butaca/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../shared/paths.ts';
import './footer.css';

const year = new Date().getFullYear();

/**
 * The footer of every page. Legal texts and support are plain text without links until the operator provides pages for
 * them.
 */
export function Footer() {
  return (
    <footer className="footer">
      <SeatRow />
      <div className="footer__in">
        <div>
          <Logo className="footer__logo" />
          <p>La mejor plataforma de streaming: canales en vivo, películas, series y más.</p>
        </div>
        <FooterBlock title="Explorar">
          <li>
            <Link to={paths.home}>Inicio</Link>
          </li>
          <li>
            <Link to={paths.liveTv}>TV en Vivo</Link>
          </li>
          <li>
            <Link to={paths.movies}>VOD</Link>
          </li>
        </FooterBlock>
        <FooterBlock title="Legal">
          <li>Términos</li>
          <li>Privacidad</li>
        </FooterBlock>
        <FooterBlock title="Contacto">
          <li>Soporte</li>
        </FooterBlock>
      </div>
      <p className="footer__copy">© {year} Butaca</p>
    </footer>
  );
}

function FooterBlock({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </div>
  );
}
