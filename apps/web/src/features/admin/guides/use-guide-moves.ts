import { notify } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { changeGuide, everyGuideQuery } from './guides.queries.ts';

/** A move of a guide by one place. */
export interface GuideMove {
  id: string;
  direction: 'up' | 'down';
  /** The place to which it moves, from 1. */
  place: number;
}

/**
 * Moves guides to other places. The focus stays with the moved guide: on the same button, or on the other one where the
 * guide cannot move on.
 */
export function useGuideMoves(): { isBusy: boolean; move: (move: GuideMove) => void } {
  const queryClient = useQueryClient();
  const moved = useRef<GuideMove>(undefined);
  const moving = useMutation({
    mutationFn: ({ id, place }: GuideMove) => changeGuide(id, { place }),
    onError: (error) => notify.error(messageOf(error, 'No se pudo mover la guía.')),
    onSettled: async (_answer, _error, move) => {
      await queryClient.invalidateQueries(everyGuideQuery);
      moved.current = move;
    },
  });
  useEffect(() => {
    if (moved.current === undefined) return;
    const { id, direction } = moved.current;
    moved.current = undefined;
    const other = direction === 'up' ? 'down' : 'up';
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-move]:enabled')];
    const find = (each: GuideMove['direction']) =>
      buttons.find(({ dataset }) => dataset['move'] === `${id} ${each}`);
    const button = find(direction) ?? find(other);
    button?.focus();
  });
  return {
    isBusy: moving.isPending,
    move(move) {
      if (!moving.isPending) moving.mutate(move);
    },
  };
}
