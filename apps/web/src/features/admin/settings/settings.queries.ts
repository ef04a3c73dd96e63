import type { EndpointCall, Settings, updateSettings } from '@butaca/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { everyFooterLinkQuery } from '../../../shared/footer-links.queries.ts';

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'settings'],
    queryFn: ({ signal }) => api('GET /api/admin/settings', {}, signal),
  });

/** Changes settings of the product; what is left out stays as it is. */
export const saveSettings = (body: NonNullable<EndpointCall<typeof updateSettings>['body']>) =>
  api('PUT /api/admin/settings', { body });

/**
 * Shows saved settings in the open form, and in the footer. Whether titles and channels for adults are hidden changes
 * every list of the catalogue.
 */
export function showSettings(queryClient: QueryClient, settings: Settings): void {
  const known = queryClient.getQueryData(settingsQuery().queryKey);
  queryClient.setQueryData(settingsQuery().queryKey, settings);
  const isSameCatalogue = known?.hideAdults === settings.hideAdults;
  void queryClient.invalidateQueries(isSameCatalogue ? everyFooterLinkQuery : {});
}
