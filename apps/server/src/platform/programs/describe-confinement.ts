import type { ConfinementKind } from './confinement.ts';

const confinements: Readonly<Record<ConfinementKind, string>> = {
  namespace: 'aislado: no ve la red ni los archivos de esta máquina; memoria, CPU y disco limitados',
  user: 'con un usuario sin permisos; memoria, CPU y disco limitados (sin red propia: mira docs/operar.md)',
  limits: `${process.platform === 'darwin' ? '' : 'memoria, '}CPU y disco limitados (sin red propia: mira docs/operar.md)`,
  environment: 'sin aislar en este sistema (mira docs/operar.md)',
};

/**
 * Returns the Spanish text in which the start report tells the operator (who runs the server) how ffmpeg and ffprobe
 * are confined.
 */
export const describeConfinement = (kind: ConfinementKind): string => confinements[kind];
