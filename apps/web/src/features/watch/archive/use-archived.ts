import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { archiveQuery, type Wanted } from './archive.queries.ts';

/**
 * Requests a programme of an archive from its start, and again from each instant that is sought. The address in an answer is for one
 * playback, so an instant that was sought before is requested once more.
 *
 * @param start - an instant of the programme, in ISO 8601
 */
export function useArchived(channelId: string, start: string) {
  const [part, setPart] = useState<Pick<Wanted, 'from' | 'attempt'>>({ attempt: 0 });
  const wanted: Wanted = { channelId, start, ...part };
  return {
    query: useQuery(archiveQuery(wanted)),
    wanted,
    seek: (from: string) => setPart(({ attempt }) => ({ from, attempt: attempt + 1 })),
  };
}
