import type { Programme } from '@butaca/contract';
import { buttonClass } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { archivePath } from '../archive-path.ts';
import { nowQuery, onAirAt, scopeOf, type GuideScope } from './guide.queries.ts';
import { clockText, episodeText, percentOver, spanText } from './programme-time.ts';
import { useGuideMinute } from './use-guide-minute.ts';
import './now-next.css';

export interface NowNextProps {
  channelId: string;
  /** With which channels the programmes are requested. */
  scope: GuideScope;
  /** `tile`: below a channel's tile, `line`: one line in a list or banner, `page`: a part of the channel's page. */
  look: 'tile' | 'line' | 'page';
  /** Called with the title of what is on, for the controls of the operating system; `undefined` where nothing is known. */
  onTitle?: ((title: string | undefined) => void) | undefined;
}

/** What a channel shows now, with how far it is, and what comes next. Renders nothing for channels without a guide. */
export function NowNext({ channelId, scope, look, onTitle }: NowNextProps) {
  const { data, refetch } = useQuery(nowQuery(scopeOf(scope)));
  const minute = useGuideMinute();
  const { now, next } = onAirAt(data?.get(channelId), minute);
  const title = now?.title;
  useEffect(() => onTitle?.(title), [onTitle, title]);
  // What was next when it was requested cannot be played from its start by that answer, so it is requested again.
  const startsAt = look === 'page' ? now?.startsAt : undefined;
  const shownStart = useRef<string>(undefined);
  useEffect(() => {
    if (startsAt === undefined || startsAt === shownStart.current) return;
    if (shownStart.current !== undefined) void refetch();
    shownStart.current = startsAt;
  }, [startsAt, shownStart, refetch]);
  // In a grid of channels all tiles are equally high, as soon as one of them has a guide.
  if (look === 'tile' && data !== undefined && data.size > 0) {
    return (
      <span className="onair onair--tile">
        <Now programme={now} minute={minute} />
        <Next programme={next} />
      </span>
    );
  }
  if (now === undefined && (next === undefined || look === 'line')) return null;
  if (look !== 'page') return look === 'line' ? <Now programme={now} minute={minute} isLine /> : null;
  return (
    <section className="onair onair--page" aria-label="En la guía">
      {now === undefined ? null : (
        <div className="onair__on">
          <h2>
            Ahora: {now.title}
            <span className="onair__time">{spanText(now)}</span>
          </h2>
          {episodeText(now) === '' ? null : <p>{episodeText(now)}</p>}
          <Bar programme={now} minute={minute} />
          {now.canPlayFromStart ? <FromStart channelId={channelId} programme={now} /> : null}
        </div>
      )}
      {next === undefined ? null : (
        <p className="onair__then">
          Después, a las {clockText(Date.parse(next.startsAt))}: <b>{next.title}</b>
        </p>
      )}
    </section>
  );
}

/**
 * Leads from a channel's page to the start of what is on. The programme takes the page's place in the history, as another channel
 * does, and gets its navigation state: the way back, and the list from which the channel was opened.
 */
function FromStart({ channelId, programme }: { channelId: string; programme: Programme }) {
  const state: unknown = useLocation().state;
  return (
    <Link
      className={buttonClass({ size: 'sm' })}
      to={archivePath(channelId, programme.startsAt)}
      state={state}
      replace
    >
      <History className="ico" aria-hidden /> Ver desde el principio
    </Link>
  );
}

interface NowProps {
  programme: Programme | undefined;
  minute: number;
  isLine?: boolean;
}

function Now({ programme, minute, isLine = false }: NowProps) {
  if (programme === undefined) return null;
  return (
    <span className={isLine ? 'onair onair--line' : 'onair__now'}>
      <span className="onair__title">
        <span className="vh">Ahora: </span>
        {programme.title}
        <span className="vh">. </span>
      </span>
      <Bar programme={programme} minute={minute} />
    </span>
  );
}

function Next({ programme }: { programme: Programme | undefined }) {
  if (programme === undefined) return null;
  return (
    <span className="onair__next">
      <span className="vh">Después: </span>
      <span className="num">{clockText(Date.parse(programme.startsAt))}</span> {programme.title}
    </span>
  );
}

/** How far a programme is, as a bar; for the eyes only, because times say the same. */
export function Bar({ programme, minute }: { programme: Programme; minute: number }) {
  return (
    <span className="onair__bar" aria-hidden>
      <i style={{ width: `${percentOver(programme, minute)}%` }} />
    </span>
  );
}
