import type { Home } from '@butaca/contract';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { homeKey } from '../../../shared/query-keys.ts';

const removalKey = ['continue-watching', 'remove'];

/**
 * Removes a title from «Continuar Viendo», at once in the query cache and then on the server.
 *
 * @param onFail - called when the server did not remove the title, after the title was put back into the row
 */
export const removeFromContinueWatching = (client: QueryClient, onFail: (error: Error) => void) =>
  mutationOptions({
    mutationKey: removalKey,
    mutationFn: (id: string) => api('DELETE /api/videos/user/continue-watching/:id', { params: { id } }),
    onMutate: async (id) => {
      // Calls for the home page in flight are aborted, because an answer from before the removal would put the title
      // back into «Continuar Viendo».
      await client.cancelQueries({ queryKey: homeKey });
      const before = client.getQueryData<Home>(homeKey);
      client.setQueryData<Home>(homeKey, (home) =>
        home === undefined
          ? home
          : { ...home, continueWatching: home.continueWatching.filter(({ _id }) => _id !== id) },
      );
      return before;
    },
    onError: (error, _id, before) => {
      client.setQueryData(homeKey, before);
      onFail(error);
    },
    onSettled: async () => {
      // The home page is refetched only after the last of several removals from «Continuar Viendo»: an earlier answer
      // would contain titles whose removal is in flight.
      if (client.isMutating({ mutationKey: removalKey }) === 1)
        await client.invalidateQueries({ queryKey: homeKey });
    },
  });
