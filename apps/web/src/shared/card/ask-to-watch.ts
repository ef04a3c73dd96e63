import { api } from '../../platform/api/api.ts';
import type { Card, StartChapter } from './card.ts';

/**
 * Requests the detail of a card's video or channel, which contains its stream URL.
 *
 * @param chapter - the chapter with which the series is to start
 * @throws ApiError if the server refuses
 */
type AskToWatch = (card: Card, chapter: StartChapter | undefined, signal: AbortSignal) => Promise<unknown>;

/**
 * Checks with the server that the person may play the video or channel of a card, before its watch page opens. Once the
 * watch page's code is loaded, that code replaces this function by one that also prefetches the page's data.
 */
let ask: AskToWatch = (card, _chapter, signal) => {
  const params = { id: card.id };
  return card.type === 'channel'
    ? api('GET /api/channels/id/:id', { params, query: {} }, signal)
    : api('GET /api/videos/:id', { params, query: {} }, signal);
};

export function onAskToWatch(own: AskToWatch): void {
  ask = own;
}

export const askToWatch: AskToWatch = (card, chapter, signal) => ask(card, chapter, signal);
