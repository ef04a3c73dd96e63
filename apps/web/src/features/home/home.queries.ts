import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api/api.ts';

/** Items at most in a carousel. @see the specification, section 9 */
const carouselItems = 15;

/** The featured live channels. */
export const featuredChannelsQuery = () =>
  queryOptions({
    queryKey: ['home', 'featured-channels'],
    queryFn: async ({ signal }) => {
      const { channels } = await api('GET /api/channels/list', { query: { featured: 'true' } }, signal);
      return channels.slice(0, carouselItems);
    },
  });
