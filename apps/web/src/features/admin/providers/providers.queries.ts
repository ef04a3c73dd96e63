import type { EndpointByRoute, EndpointCall } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

const key = ['admin', 'providers'] as const;

/** The query filter that matches every cached query about providers. */
export const everyProviderQuery = { queryKey: key };

/** How often the list is requested again while a list is being refreshed, and otherwise. */
const refreshingMs = 1_500;
const idleMs = 15_000;

/** The query of the providers; it is refetched, because refreshes go on by themselves. */
export const providersQuery = () =>
  queryOptions({
    queryKey: [...key, 'list'],
    queryFn: ({ signal }) => api('GET /api/admin/providers', {}, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.providers.some(({ state }) => state === 'refreshing') === true ? refreshingMs : idleMs,
  });

/** What an administrator sends of a provider that is added, and of one that is changed. */
export type NewProvider = NonNullable<EndpointCall<EndpointByRoute<'POST /api/admin/providers'>>['body']>;
export type ProviderChange = NonNullable<
  EndpointCall<EndpointByRoute<'PUT /api/admin/providers/:id'>>['body']
>;

export const addProvider = (body: NewProvider) => api('POST /api/admin/providers', { body });

export const changeProvider = (id: string, body: ProviderChange) =>
  api('PUT /api/admin/providers/:id', { params: { id }, body });

export const refreshProvider = (id: string) =>
  api('POST /api/admin/providers/:id/refresh', { params: { id } });

/** Tries the address of a provider stage by stage. */
const tryProvider = (id: string) => api('POST /api/admin/providers/:id/try', { params: { id } });

/** Removes a provider: what only it has is hidden, and deleted two weeks later. */
export const removeProvider = (id: string) => api('DELETE /api/admin/providers/:id', { params: { id } });

export const restoreProvider = (id: string) =>
  api('POST /api/admin/providers/:id/restore', { params: { id } });

/** The query of what a provider remembers of choices in previews. */
export const rulesQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'rules', id],
    queryFn: ({ signal }) => api('GET /api/admin/providers/:id/rules', { params: { id } }, signal),
    staleTime: 0,
  });

export const removeRule = (id: string, rule: string) =>
  api('DELETE /api/admin/providers/:id/rules/:rule', { params: { id, rule } });

/** The query of the servers of a provider with their certificates; each opening of its dialog looks at them anew. */
export const certificatesQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'certificates', id],
    queryFn: ({ signal }) => api('GET /api/admin/providers/:id/certificates', { params: { id } }, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

/** Allows a certificate of a server of a provider. */
export const allowCertificate = (
  id: string,
  body: { origin: string; fingerprint: string; currentPassword: string },
) => api('PUT /api/admin/providers/:id/certificates', { params: { id }, body });

/** Allows no certificate of a server of a provider any more. */
export const refuseCertificate = (id: string, origin: string) =>
  api('PUT /api/admin/providers/:id/certificates', { params: { id }, body: { origin, fingerprint: null } });

/** The query of a try of a provider's address; each opening of its dialog tries anew. */
export const trialQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'try', id],
    queryFn: () => tryProvider(id),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
