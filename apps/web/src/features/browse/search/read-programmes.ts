import type { EndpointAnswer, searchGuide, Showing } from '@butaca/contract';
import { listLineup } from '../../../shared/card/lineup.ts';
import { clockText, dayText, episodeText } from '../../../shared/guide/programme-time.ts';
import { channelResult, type Result, type ResultGroup } from './results.ts';

/** The found programmes, which are on now or later, as one group; none where no guide has the words. */
export function readProgrammes({ now, programmes }: EndpointAnswer<typeof searchGuide>): ResultGroup[] {
  const results = programmes.map((showing) => programmeResult(showing, Date.parse(now)));
  return results.length === 0 ? [] : [{ label: 'En la tele', results }];
}

function programmeResult({ channel, ...programme }: Showing, nowMs: number): Result {
  const { _id, name, logo, colour } = channel;
  const startMs = Date.parse(programme.startsAt);
  const when = startMs <= nowMs ? 'Ahora' : `${dayText(startMs, nowMs)}, ${clockText(startMs)}`;
  return {
    ...channelResult(channel, listLineup('la guía', [channel])),
    key: `programme-${_id}-${programme.startsAt}`,
    title: programme.title,
    caption: [when, name, episodeText(programme)].filter(Boolean).join(' · '),
    subject: { channel: { _id, name, logo, colour }, programme },
  };
}
