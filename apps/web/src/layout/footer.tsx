import { Logo, SeatRow } from '@butaca/ui';
import { useState, type ComponentType } from 'react';
import { Link } from 'react-router';
import { prefetching } from '../platform/prefetch.ts';
import { paths } from '../shared/paths.ts';
import './footer.css';
import { listLinks } from './navigation.ts';
import { now } from '../platform/base/clock.ts';

/**
 * The footer of every page, with the blocks «Explorar», «Legal» and «Contacto».
 *
 * @see docs/requisitos.md, R2.15
 */
export function Footer() {
  const [OperatorLinks, setLinks] = useState<ComponentType>();
  /** Loads the blocks with the operator's links; without them when their code cannot be loaded. */
  const load = (): unknown =>
    import('./operator-links.tsx').then(
      (loaded) => setLinks(() => loaded.OperatorLinks),
      () => undefined,
    );
  return (
    <footer className="footer" ref={OperatorLinks ? undefined : (footer) => watch(footer, load)}>
      <SeatRow />
      <div className="footer__in">
        <div>
          <Logo className="footer__logo" />
          <p>La mejor plataforma de streaming: canales en vivo, películas, series y más.</p>
        </div>
        <div>
          <h2>Explorar</h2>
          <ul>
            {listLinks().map(
              ({ to, foot }) =>
                foot && (
                  <li key={to}>
                    <Link to={to}>{foot}</Link>
                  </li>
                ),
            )}
          </ul>
        </div>
        {OperatorLinks && <OperatorLinks />}
      </div>
      <p className="footer__copy">
        © {now().getFullYear()} Butaca
        <Link to={paths.downloads} {...prefetching(paths.downloads)}>
          Aplicaciones
        </Link>
      </p>
    </footer>
  );
}

/**
 * Calls `onSeen` when an element comes into the viewport. The footer is below the first screen, so the operator's links
 * and their code are requested only once a person scrolls to it, and cost the first load nothing.
 *
 * @returns a function that ends the watch; `undefined` in a browser that cannot watch, where `onSeen` is called at once
 */
function watch(element: HTMLElement | null, onSeen: () => unknown): (() => void) | undefined {
  if (typeof IntersectionObserver === 'undefined') {
    onSeen();
    return undefined;
  }
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) onSeen();
  });
  if (element !== null) observer.observe(element);
  return () => observer.disconnect();
}
