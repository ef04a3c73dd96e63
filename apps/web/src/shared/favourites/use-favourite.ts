/* Optimistic heart buttons: a press is shown at once and undone if the server refuses it. The changes of one video
   or channel are sent one after the other, so that the last press wins; changes of different ones are sent in
   parallel, and undoing one change leaves the others as they are. When the last pending change is answered, «Mi
   lista» is refetched. */
import { notify } from '@butaca/ui';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { messageOf } from '../../platform/api/api-error.ts';
import { homeKey } from '../query-keys.ts';
import {
  favouriteIndex,
  saveFavourite,
  withFavourite,
  withoutFavourite,
  type Favourite,
} from './favourite.ts';
import { favouritesQuery, type Favourites } from './favourites.queries.ts';

/**
 * Heart buttons use a cached «Mi lista» up to this age (five minutes): presses on this page are applied to the cached
 * list at once.
 */
const heartsStaleMs = 5 * 60_000;

export interface FavouriteControl {
  isFavourite: boolean;
  /** The label of the heart button, which says what a press does: «Añadir a Mi lista» or «Quitar de Mi lista». */
  label: string;
  toggle: () => void;
}

/**
 * Requests «Mi lista» for cards whose heart is a menu item: it is rendered only when the menu opens, and must show its
 * state at once.
 */
export function usePreloadedFavourites(): void {
  useQuery({ ...favouritesQuery(), staleTime: heartsStaleMs, notifyOnChangeProps: [] });
}

/** Whether a video or channel is on «Mi lista», and a function that adds or removes it. */
export function useFavourite(favourite: Favourite): FavouriteControl {
  const queryClient = useQueryClient();
  const { queryKey } = favouritesQuery();
  const { data: isFavourite = false } = useQuery({
    ...favouritesQuery(),
    staleTime: heartsStaleMs,
    select: (list) => favouriteIndex(list, favourite) >= 0,
  });
  const { mutate } = useMutation({
    mutationKey: queryKey,
    scope: { id: `favourite/${favourite.itemType}/${favourite.id}` },
    mutationFn: (wanted: boolean) => saveFavourite(favourite, wanted),
    onMutate: (wanted) => showAtOnce(queryClient, favourite, wanted),
    onSuccess: (_answer, wanted) =>
      notify.ok(
        wanted
          ? `«${favourite.title}» se añadió a «Mi lista»`
          : `«${favourite.title}» se quitó de «Mi lista»`,
      ),
    onError: (error, wanted, index) => {
      undo(queryClient, favourite, wanted, index);
      const sentence = wanted
        ? `No se pudo añadir «${favourite.title}» a «Mi lista».`
        : `No se pudo quitar «${favourite.title}» de «Mi lista».`;
      notify.error(messageOf(error, sentence));
    },
    onSettled: () => {
      // The rows «Títulos parecidos a …» of the home page depend on the favourites, so the cached home page is marked stale
      // and refetched at its next visit.
      void queryClient.invalidateQueries({ queryKey: homeKey, refetchType: 'none' });
      // While another change of «Mi lista» is pending, a refetched list would lack that change, so «Mi lista» is
      // refetched only after the last one.
      return queryClient.isMutating({ mutationKey: queryKey }) === 1
        ? queryClient.invalidateQueries({ queryKey })
        : undefined;
    },
  });
  return {
    isFavourite,
    label: isFavourite ? 'Quitar de Mi lista' : 'Añadir a Mi lista',
    toggle: () => mutate(!isFavourite),
  };
}

/**
 * Adds to or removes from the cached «Mi lista» before the server answers.
 *
 * @returns the previous index of the video or channel; `undefined` if the list is not cached, so that nothing was
 *   changed
 */
async function showAtOnce(
  queryClient: QueryClient,
  favourite: Favourite,
  wanted: boolean,
): Promise<number | undefined> {
  const { queryKey } = favouritesQuery();
  if (queryClient.getQueryData(queryKey) === undefined) return undefined;
  // A request for «Mi lista» in flight is aborted: its older answer would undo this press of the heart button in the
  // cache.
  await queryClient.cancelQueries({ queryKey });
  const list = queryClient.getQueryData(queryKey);
  if (list === undefined) return undefined;
  queryClient.setQueryData(
    queryKey,
    wanted ? withFavourite(list, favourite) : withoutFavourite(list, favourite),
  );
  return favouriteIndex(list, favourite);
}

function undo(
  queryClient: QueryClient,
  favourite: Favourite,
  wanted: boolean,
  index: number | undefined,
): void {
  if (index === undefined) return;
  queryClient.setQueryData<Favourites>(
    favouritesQuery().queryKey,
    (list) =>
      list &&
      (wanted ? withoutFavourite(list, favourite) : withFavourite(list, favourite, Math.max(index, 0))),
  );
}
