import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { isAdmin } from '../../platform/session/session-store.ts';
import type { Card } from '../card/card.ts';
import { CollectionDialog } from './collection-dialog.tsx';
import { additionsQuery } from './collections.queries.ts';

/** What a list of cards needs to let people add a title to a collection. */
export interface Collecting {
  /** Opens the dialog for a card; `undefined` while the settings leave additions to administrators. */
  onAdd: ((card: Card) => void) | undefined;
  /** The dialog of the card that was chosen, if there is one. */
  dialog: ReactNode;
}

/**
 * The dialog «Agregar a colección» of a list of cards, and whether this person may open it.
 *
 * @see docs/requisitos.md, R2.44
 */
export function useCollecting(): Collecting {
  const [card, setCard] = useState<Card>();
  const { data: isOpen = isAdmin() } = useQuery({ ...additionsQuery(), enabled: !isAdmin() });
  return {
    onAdd: isOpen ? setCard : undefined,
    dialog: card === undefined ? null : <CollectionDialog card={card} onClose={() => setCard(undefined)} />,
  };
}
