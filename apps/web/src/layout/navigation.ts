import { isAdmin } from '../platform/session/session-store.ts';
import { isEmptyPage } from '../shared/access/empty-pages.ts';
import { paths } from '../shared/paths.ts';

interface NavigationLink {
  to: string;
  label: string;
  isRainbow?: boolean;
  /** What the footer calls the link; without it the footer does not have the link. */
  foot?: string;
}

/** The links of the header's navigation and of the mobile menu, in order. */
export const navigationLinks: readonly NavigationLink[] = [
  { to: paths.home, label: 'Inicio', foot: 'Inicio' },
  { to: paths.liveTv, label: 'TV en Vivo', foot: 'TV en Vivo' },
  { to: paths.movies, label: 'Películas', foot: 'VOD' },
  { to: paths.series, label: 'Series' },
  { to: paths.animes, label: 'Animes' },
  { to: paths.doramas, label: 'Doramas' },
  { to: paths.novelas, label: 'Novelas' },
  { to: paths.documentales, label: 'Documentales' },
  { to: paths.kids, label: 'Zona Kids', isRainbow: true },
  { to: paths.collections, label: 'Colecciones' },
];

/**
 * The links that the person sees: to pages with something on them, and to administrators also the others, with a `title`
 * that says why they are grey.
 */
export const listLinks = () =>
  navigationLinks.flatMap((link) => {
    const title = isEmptyPage(link.to) ? 'Vacía: los usuarios no la ven' : undefined;
    return title && !isAdmin() ? [] : { ...link, title };
  });
