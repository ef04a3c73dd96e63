import type { EndpointByRoute, EndpointCall } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { uploadFile } from '../../../platform/api/upload.ts';

const key = ['admin', 'guides'] as const;

/** The query filter that matches every cached query about guides, their channels and decisions. */
export const everyGuideQuery = { queryKey: key };

/** How often the guides are requested again while one is being refreshed, and otherwise. */
const refreshingMs = 1_500;
const idleMs = 15_000;

/** The query of the guides, of those that providers offer, and of the coverage; it is refetched, because refreshes go on by themselves. */
export const guidesQuery = () =>
  queryOptions({
    queryKey: [...key, 'list'],
    queryFn: ({ signal }) => api('GET /api/admin/guide/sources', {}, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.sources.some(({ state }) => state === 'refreshing') === true ? refreshingMs : idleMs,
  });

/** What an administrator sends of a guide that is added by its address, and of one that is changed. */
export type NewGuide = NonNullable<EndpointCall<EndpointByRoute<'POST /api/admin/guide/sources'>>['body']>;
export type GuideChange = NonNullable<
  EndpointCall<EndpointByRoute<'PUT /api/admin/guide/sources/:id'>>['body']
>;

export const addGuide = (body: NewGuide) => api('POST /api/admin/guide/sources', { body });

export const changeGuide = (id: string, body: GuideChange) =>
  api('PUT /api/admin/guide/sources/:id', { params: { id }, body });

export const refreshGuide = (id: string) =>
  api('POST /api/admin/guide/sources/:id/refresh', { params: { id } });

export const removeGuide = (id: string) => api('DELETE /api/admin/guide/sources/:id', { params: { id } });

export const acceptOffer = (id: string) => api('POST /api/admin/guide/offers/:id/accept', { params: { id } });

/** The fields that are sent with the file of a guide. */
export interface GuideFile {
  file: File;
  name?: string;
  timeZone?: string;
  /** The guide whose file it replaces; without it a guide is added. */
  source?: string;
}

/** Uploads the file of a guide. @param onPercent - gets how much was sent, 0–100 */
export const sendGuideFile = ({ file, ...form }: GuideFile, onPercent: (percent: number) => void) =>
  uploadFile('POST /api/admin/guide/files', { field: 'file', file, form }, onPercent);
