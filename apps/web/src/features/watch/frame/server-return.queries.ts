import { api } from '../../../platform/api/api.ts';

/** Asks whether our server answers again, and its database with it. */
export const isServerReady = (signal: AbortSignal): Promise<boolean> =>
  api('GET /api/ready', {}, signal).then(
    () => true,
    () => false,
  );
