import type { Home } from '@butaca/contract';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';
import { homeKey } from '../../../shared/query-keys.ts';

const removalKey = ['continue-watching', 'remove'];

/**
 * Takes a title off «Continuar Viendo» before the server has answered.
 *
 * @param onFail - is called once the title is back, because the server did not remove it
 */
export const removeFromContinueWatching = (client: QueryClient, onFail: (error: Error) => void) =>
  mutationOptions({
    mutationKey: removalKey,
    mutationFn: (id: string) => api('DELETE /api/videos/user/continue-watching/:id', { params: { id } }),
    onMutate: async (id) => {
      // An answer that was asked for before the removal would bring the title back.
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
      // Of several removals only the last one asks again: an earlier answer would hold what is still being removed.
      if (client.isMutating({ mutationKey: removalKey }) === 1)
        await client.invalidateQueries({ queryKey: homeKey });
    },
  });
