import type { FooterLinkKey } from '@butaca/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../platform/api/api.ts';

const key = ['footer-links'] as const;

/** The query filter that matches every cached query about the links of the footer. */
export const everyFooterLinkQuery = { queryKey: key };

/** The query for the links of the footer that have a target; they change rarely, so they are kept for the page's life. */
export const footerLinksQuery = () =>
  queryOptions({
    queryKey: [...key, 'list'],
    queryFn: async ({ signal }) => (await api('GET /api/footer-links', {}, signal)).links,
    staleTime: Infinity,
  });

export const footerTextQuery = (link: FooterLinkKey) =>
  queryOptions({
    queryKey: [...key, 'text', link],
    queryFn: async ({ signal }) =>
      (await api('GET /api/footer-links/:key', { params: { key: link } }, signal)).text,
  });
