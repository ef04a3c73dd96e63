import type { WatchedCard } from '@butaca/contract';
import { IconButton, MenuOnHold, notify, Picture, ProgressBar } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Play, X } from 'lucide-react';
import { Link } from 'react-router';
import { messageOf } from '../../../platform/api/api-error.ts';
import { readCards, watchPath, type Card } from '../../../shared/card/card.ts';
import { paths } from '../../../shared/paths.ts';
import { isPlainClick } from '../../../platform/plain-click.ts';
import { removeFromContinueWatching } from './continue-watching.queries.ts';
import './continue-ticket.css';

export interface ContinueTicketProps {
  watched: WatchedCard;
  onOpen: (card: Card) => void;
}

/**
 * The `data-focus-key` attribute of a title's card in the row «Continuar Viendo», by which the focus returns to that
 * card; cards of the same title in other rows of the home page have another key.
 */
export const ticketFocusKey = (id: string): string => `continue-${id}`;

/**
 * A card of the row «Continuar Viendo»: pressing it resumes the title; «Quitar», also in the card's menu, removes it from
 * the row but keeps the saved playback position.
 */
export function ContinueTicket({ watched, onOpen }: ContinueTicketProps) {
  const removal = useMutation(
    removeFromContinueWatching(useQueryClient(), (error) =>
      notify.error(messageOf(error, 'No se pudo quitar.')),
    ),
  );
  const [card] = readCards([watched]);
  if (card === undefined) return null;
  const { lastSeason, lastChapter } = watched.watchProgress;
  const chapterLabel = lastChapter === null ? undefined : `T${lastSeason ?? 1} · E${lastChapter}`;
  const { to, state } = watchPath(card, paths.home);
  const remove = (): void => removal.mutate(card.id);
  return (
    <MenuOnHold
      className="ticket"
      label={`Opciones de ${card.title}`}
      opener=".ticket__link"
      items={[
        {
          key: 'remove',
          label: 'Quitar de «Continuar Viendo»',
          icon: <X className="ico" aria-hidden />,
          onSelect: remove,
        },
      ]}
    >
      <Link
        className="ticket__link"
        to={to}
        state={state}
        data-focus-key={ticketFocusKey(card.id)}
        aria-label={[card.title, chapterLabel, percentOf(card)].filter(Boolean).join(', ')}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          onOpen(card);
        }}
      />
      <span className="ticket__paper" aria-hidden>
        <Picture name={card.title} shape="tall" genre={card.genres[0]} url={card.posterUrl} />
        <span className="ticket__body">
          <b className="ticket__name">{card.title}</b>
          {chapterLabel === undefined ? null : <span className="ticket__sub">{chapterLabel}</span>}
          <span className="ticket__foot">
            <small>{percentOf(card)}</small>
            <span className="ticket__go">
              <Play className="ico ico--fill" />
            </span>
            {card.progressPercent === undefined ? null : (
              <ProgressBar label="Progreso" hideLabel value={card.progressPercent} />
            )}
          </span>
        </span>
      </span>
      <IconButton
        label={`Quitar ${card.title} de «Continuar Viendo»`}
        className="ticket__remove"
        data-within
        onClick={remove}
      >
        <X className="ico" aria-hidden />
      </IconButton>
    </MenuOnHold>
  );
}

function percentOf(card: Card): string | undefined {
  return card.progressPercent === undefined ? undefined : `${Math.round(card.progressPercent)}% visto`;
}
