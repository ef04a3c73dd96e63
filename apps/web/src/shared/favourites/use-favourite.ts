/*
 * A press shows at once and is undone where the server refuses it. The changes of one item go out one after the other, so
 * that the last press is the one that stays; those of different items do not wait for each other, and undoing one of
 * them leaves the others as they are. Once the last one has its answer, the list is asked for anew.
 */
import { notify } from '@butaca/ui';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { messageOf } from '../../platform/api/api-error.ts';
import { homeKey } from '../query-keys.ts';
import { placeOf, saveFavourite, withFavourite, withoutFavourite, type Favourite } from './favourite.ts';
import { favouritesQuery, type Favourites } from './favourites.queries.ts';

/** A heart needs no newer list than this: what is pressed here is in it at once. */
const heartsStaleMs = 5 * 60_000;

export interface FavouriteControl {
  isKept: boolean;
  /** The label of the button, which says what a press does. */
  label: string;
  toggle: () => void;
}

/** Has «Mi lista» at hand for cards whose hearts are in menus, which are drawn when somebody opens one. */
export function useHearts(): void {
  useQuery({ ...favouritesQuery(), staleTime: heartsStaleMs, notifyOnChangeProps: [] });
}

/** Whether something is on «Mi lista», and the way to put it there and to take it off. */
export function useFavourite(favourite: Favourite): FavouriteControl {
  const queryClient = useQueryClient();
  const { queryKey } = favouritesQuery();
  const { data: isKept = false } = useQuery({
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
      // A row of the home page is of what was put there last; nobody who looks at it sees it change.
      void queryClient.invalidateQueries({ queryKey: homeKey, refetchType: 'none' });
      // While another change is pending, the server's list would be out of date.
      return queryClient.isMutating({ mutationKey: queryKey }) === 1
        ? queryClient.invalidateQueries({ queryKey })
        : undefined;
    },
  });
  return {
    isKept,
    label: isKept ? 'Quitar de Mi lista' : 'Añadir a Mi lista',
    toggle: () => mutate(!isKept),
  };
}

/** @returns where it stood; `undefined` when the list is not known, so that there is nothing to change yet */
async function showAtOnce(
  queryClient: QueryClient,
  favourite: Favourite,
  wanted: boolean,
): Promise<number | undefined> {
  const { queryKey } = favouritesQuery();
  if (queryClient.getQueryData(queryKey) === undefined) return undefined;
  // A list that is on its way knows nothing of this press.
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
