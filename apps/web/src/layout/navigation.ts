import { paths } from '../platform/paths.ts';

/** The screens that the header and the mobile menu lead to, in order. */
export const navigationLinks: readonly { to: string; label: string }[] = [
  { to: paths.home, label: 'Inicio' },
  { to: paths.liveTv, label: 'TV en Vivo' },
];
