import { paths } from '../shared/paths.ts';

/** The links of the header's navigation and of the mobile menu, in order. */
export const navigationLinks: readonly { to: string; label: string; isRainbow?: boolean }[] = [
  { to: paths.home, label: 'Inicio' },
  { to: paths.liveTv, label: 'TV en Vivo' },
  { to: paths.movies, label: 'Películas' },
  { to: paths.series, label: 'Series' },
  { to: paths.animes, label: 'Animes' },
  { to: paths.doramas, label: 'Doramas' },
  { to: paths.novelas, label: 'Novelas' },
  { to: paths.documentales, label: 'Documentales' },
  { to: paths.kids, label: 'Zona Kids', isRainbow: true },
  { to: paths.collections, label: 'Colecciones' },
];
