import { api } from '../../platform/api/api.ts';
import type { Card } from './card.ts';

/** Asks for what a card plays. @throws ApiError where it is refused */
type AskToWatch = (card: Card, signal: AbortSignal) => Promise<unknown>;

/**
 * Asks the server about a card before its watch page opens. Once the watch page's code is loaded, it replaces this function by
 * one that prefetches what it needs.
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
