import { api } from '../../platform/api/api.ts';
import type { Card } from './card.ts';

/** Asks for what a card plays. @throws ApiError where it is refused */
type AskToWatch = (card: Card, signal: AbortSignal) => Promise<unknown>;

/**
 * How a card is asked about before the page that plays it is opened. Once the code of that page is here, it asks itself, and has
 * the answer when it opens.
 */
let ask: AskToWatch = (card, signal) => {
  const params = { id: card.id };
  return card.type === 'channel'
    ? api('GET /api/channels/id/:id', { params, query: {} }, signal)
    : api('GET /api/videos/:id', { params, query: {} }, signal);
};

export function onAskToWatch(own: AskToWatch): void {
  ask = own;
}

export const askToWatch: AskToWatch = (card, signal) => ask(card, signal);
