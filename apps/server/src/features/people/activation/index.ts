import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import { createActivationRepository } from './activation.repository.ts';
import { serveActivation, type ActivationNeeds } from './activation.routes.ts';

/** The feature with which a device without a keyboard gets its session: a person lets it in from their phone. */
export interface ActivationFeature {
  routes(serve: ServeEndpoint<Session>): void;
}

export function activationFeature(needs: Omit<ActivationNeeds, 'repository'>): ActivationFeature {
  const repository = createActivationRepository(needs.db);
  return { routes: (serve) => serveActivation(serve, { ...needs, repository }) };
}
