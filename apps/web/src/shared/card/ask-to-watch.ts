import { api } from '../../platform/api/api.ts';
import type { Card } from './card.ts';

/** Requests the playable detail of a card's item. @throws ApiError if the server refuses it */
type AskToWatch = (card: Card, signal: AbortSignal) => Promise<unknown>;

/**
 * Checks with the server that a card's item may be played, before its watch page opens. Once the watch page's code is
 * loaded, it replaces this function by one that also prefetches the page's data.
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
