import type { Home, WatchedCard } from '@butaca/contract';
import { IconButton, initialsOf, notify, ProgressBar } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Play, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../platform/api/api-error.ts';
import { api } from '../../../platform/api/api.ts';
import { readCards, watchPath, type Card, type WatchState } from '../../../shared/card/card.ts';
import { paths } from '../../../shared/paths.ts';
import { isPlainClick } from '../../../platform/plain-click.ts';
import { homeQuery } from './home.queries.ts';
import './continue-ticket.css';

export interface ContinueTicketProps {
  watched: WatchedCard;
  onOpen: (card: Card, telling: Pick<WatchState, 'continueWatching'>) => void;
}

/** The `data-place` of a ticket; other rows may hold the same title. */
export const ticketPlace = (id: string): string => `continue-${id}`;

const telling = { continueWatching: true } as const;

/** Where a person stopped, as a ticket: a press goes on; «Quitar» takes it off the row and un-watches nothing. */
export function ContinueTicket({ watched, onOpen }: ContinueTicketProps) {
  const hide = useHide();
  const [isBroken, setBroken] = useState(false);
  const [card] = readCards([watched]);
  if (card === undefined) return null;
  const { lastSeason, lastChapter } = watched.watchProgress;
  const place = lastChapter === null ? undefined : `T${lastSeason ?? 1} · E${lastChapter}`;
  const { to, state } = watchPath(card, paths.home);
  return (
    <div className="ticket">
      <Link
        className="ticket__link"
        to={to}
        state={{ ...state, ...telling }}
        data-place={ticketPlace(card.id)}
        aria-label={[card.title, place, percentOf(card)].filter(Boolean).join(', ')}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          onOpen(card, telling);
        }}
      />
      <span className="ticket__paper" aria-hidden>
        {card.posterUrl === null || isBroken ? (
          <b className="ticket__blank">{initialsOf(card.title)}</b>
        ) : (
          <img src={card.posterUrl} alt="" loading="lazy" onError={() => setBroken(true)} />
        )}
        <span className="ticket__body">
          <b className="ticket__name">{card.title}</b>
          {place === undefined ? null : <span className="ticket__sub">{place}</span>}
          <span className="ticket__foot">
            <small>{percentOf(card)}</small>
            <span className="ticket__go">
              <Play className="ico ico--fill" />
            </span>
            {card.progressPercent === undefined ? null : (
              <ProgressBar label="Visto" hideLabel value={card.progressPercent} />
            )}
          </span>
        </span>
      </span>
      <IconButton
        label={`Quitar ${card.title} de «Continuar Viendo»`}
        className="ticket__remove"
        data-within
        onClick={() => hide(card.id)}
      >
        <X className="ico" aria-hidden />
      </IconButton>
    </div>
  );
}

function percentOf(card: Card): string | undefined {
  return card.progressPercent === undefined ? undefined : `${Math.round(card.progressPercent)}% visto`;
}

const removalKey = ['continue-watching', 'hide'];

/** Takes it off the page at once, and puts it back if the server did not. */
function useHide(): (id: string) => void {
  const queryClient = useQueryClient();
  const { queryKey } = homeQuery();
  const removal = useMutation({
    mutationKey: removalKey,
    mutationFn: (id: string) => api('DELETE /api/videos/user/continue-watching/:id', { params: { id } }),
    onMutate: async (id) => {
      // A page that was asked for before would put it back.
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Home>(queryKey);
      queryClient.setQueryData<Home>(queryKey, (home) =>
        home === undefined
          ? home
          : { ...home, continueWatching: home.continueWatching.filter(({ _id }) => _id !== id) },
      );
      return before;
    },
    onError: (error, _id, before) => {
      queryClient.setQueryData(queryKey, before);
      notify.error(messageOf(error, 'No se pudo quitar.'));
    },
    onSettled: async () => {
      // The last one asks: an earlier answer would still hold what is being taken off.
      if (queryClient.isMutating({ mutationKey: removalKey }) === 1)
        await queryClient.invalidateQueries({ queryKey });
    },
  });
  return removal.mutate;
}
