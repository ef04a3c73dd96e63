/*
 * Optimistic favourites: a press on a heart is shown at once and undone if the server refuses it. The changes of one
 * item are sent one after the other, so that the last press wins; changes of different items are sent in parallel, and
 * undoing the change of one item leaves the other items as they are. When the last pending change is answered, the list
 * is refetched.
 */
import { notify } from '@butaca/ui';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { messageOf } from '../../platform/api/api-error.ts';
import { homeKey } from '../query-keys.ts';
import { placeOf, saveFavourite, withFavourite, withoutFavourite, type Favourite } from './favourite.ts';
import { favouritesQuery, type Favourites } from './favourites.queries.ts';

/**
 * Hearts use a cached «Mi lista» up to this age (five minutes): presses on this page are applied to the cached list at
 * once.
 */
const heartsStaleMs = 5 * 60_000;

export interface FavouriteControl {
  isFavourite: boolean;
  /** The button's label, which says what a press does: «Añadir a Mi lista» or «Quitar de Mi lista». */
  label: string;
  toggle: () => void;
}

/** Preloads «Mi lista» for cards whose hearts are inside menus: a menu's hearts are rendered only when the menu opens. */
export function usePreloadedFavourites(): void {
  useQuery({ ...favouritesQuery(), staleTime: heartsStaleMs, notifyOnChangeProps: [] });
}

/** Whether an item is a favourite, and a function that toggles it. */
export function useFavourite(favourite: Favourite): FavouriteControl {
  const queryClient = useQueryClient();
  const { queryKey } = favouritesQuery();
  const { data: isFavourite = false } = useQuery({
    ...favouritesQuery(),
    staleTime: heartsStaleMs,
    select: (list) => placeOf(list, favourite) >= 0,
  });
  const { mutate } = useMutation({
    mutationKey: queryKey,
    scope: { id: `favourite/${favourite.itemType}/${favourite.id}` },
    mutationFn: (wanted: boolean) => saveFavourite(favourite, wanted),
    onMutate: (wanted) => showAtOnce(queryClient, favourite, wanted),
    onSuccess: (_answer, wanted) =>
      notify.ok(
        wanted ? `${favourite.title} se añadió a Mi lista` : `${favourite.title} se quitó de Mi lista`,
      ),
    onError: (error, wanted, place) => {
      undo(queryClient, favourite, wanted, place);
      const sentence = wanted
        ? `No se pudo añadir ${favourite.title} a Mi lista.`
        : `No se pudo quitar ${favourite.title} de Mi lista.`;
      notify.error(messageOf(error, sentence));
    },
    onSettled: () => {
      // The home page has a row of the newest favourites, so its data is marked stale and refetched at the next visit.
      void queryClient.invalidateQueries({ queryKey: homeKey, refetchType: 'none' });
      // While another change is pending, a refetched list would lack it.
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
 * Updates the cached list before the server answers.
 *
 * @returns the item's previous index; `undefined` if the list is not cached, so that nothing was changed
 */
async function showAtOnce(
  queryClient: QueryClient,
  favourite: Favourite,
  wanted: boolean,
): Promise<number | undefined> {
  const { queryKey } = favouritesQuery();
  if (queryClient.getQueryData(queryKey) === undefined) return undefined;
  // A list request in flight would overwrite this press with the server's older state.
  await queryClient.cancelQueries({ queryKey });
  const list = queryClient.getQueryData(queryKey);
  if (list === undefined) return undefined;
  queryClient.setQueryData(
    queryKey,
    wanted ? withFavourite(list, favourite) : withoutFavourite(list, favourite),
  );
  return placeOf(list, favourite);
}

function undo(
  queryClient: QueryClient,
  favourite: Favourite,
  wanted: boolean,
  place: number | undefined,
): void {
  if (place === undefined) return;
  queryClient.setQueryData<Favourites>(
    favouritesQuery().queryKey,
    (list) =>
      list &&
      (wanted ? withoutFavourite(list, favourite) : withFavourite(list, favourite, Math.max(place, 0))),
  );
}
