import type { ArchivedProgramme } from '@butaca/contract';
import { buttonClass } from '@butaca/ui';
import { useQueryClient } from '@tanstack/react-query';
import type { PlaybackSource } from '@butaca/player';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { imageAddress } from '../../../platform/api/image-address.ts';
import { archiveParameter } from '../../../shared/archive-path.ts';
import { spanText } from '../../../shared/guide/programme-time.ts';
import { paths } from '../../../shared/paths.ts';
import { forgetSingleUse } from '../../../shared/single-use.queries.ts';
import { AppsHint } from '../frame/apps-hint.ts';
import { StreamLimit } from '../frame/stream-limit.tsx';
import { WatchFrame } from '../frame/watch-frame.tsx';
import { readAttempt, WatchLoad } from '../frame/watch-load.tsx';
import { useGoBack } from '../frame/watch-origin.ts';
import { StreamPlayer } from '../player/stream-player.tsx';
import { ArchiveLayer } from './archive-layer.tsx';
import { archiveSource, fetchArchived, type Wanted } from './archive.queries.ts';
import { createRenewals } from './renewals.ts';
import { useArchived } from './use-archived.ts';
import './archive.css';

/** The watch page of a past or running programme, which plays from the archive of its channel's provider. */
export function WatchArchive() {
  const { itemId = '' } = useParams();
  const { search } = useLocation();
  const start = new URLSearchParams(search).get(archiveParameter) ?? '';
  return <Archived key={`${itemId} ${start}`} channelId={itemId} start={start} />;
}

function Archived({ channelId, start }: { channelId: string; start: string }) {
  const { query, wanted, seek } = useArchived(channelId, start);
  const client = useQueryClient();
  useEffect(() => () => forgetSingleUse(client, channelId), [client, channelId]);
  const [shown, setShown] = useState(query.data);
  if (query.data !== undefined && query.data !== shown) setShown(query.data);
  // While another part is requested, the page keeps the player with the present one; a failure takes its place.
  const present = query.error === null ? shown : undefined;
  if (present === undefined) {
    return (
      <WatchLoad query={query} onUseTrial={() => void query.refetch()}>
        {() => null}
      </WatchLoad>
    );
  }
  return (
    <PlayedArchive
      archived={present}
      isLoading={query.data === undefined}
      attempt={readAttempt(query)}
      wanted={wanted}
      onSeek={seek}
    />
  );
}

interface PlayedArchiveProps {
  archived: ArchivedProgramme;
  /** Whether another part of the programme is being requested. */
  isLoading: boolean;
  attempt: ReturnType<typeof readAttempt>;
  wanted: Wanted;
  /** Requests the programme from another instant on. */
  onSeek: (from: string) => void;
}

function PlayedArchive({ archived, isLoading, attempt, wanted, onSeek }: PlayedArchiveProps) {
  const { programme, name, logo, section } = archived;
  const source = useMemo(() => archiveSource(archived), [archived]);
  const goBack = useGoBack();
  const state: unknown = useLocation().state;
  const live = paths.watch('channel', wanted.channelId);
  const reached = useRef(programme.startsAt);
  const [renewals] = useState(createRenewals);
  /**
   * Requests another address for what plays. A body of MPEG-TS begins anew at each request, so the page asks for the rest of the
   * programme and opens it by itself.
   *
   * @throws Error when the recording breaks off again and again without playing; the player then shows why
   */
  async function renew(): Promise<PlaybackSource> {
    if (archived.streamKind !== 'ts') return archiveSource(await fetchArchived(wanted));
    if (!renewals.admit(Date.parse(reached.current))) throw new Error('the recording breaks off at once');
    onSeek(reached.current);
    return new Promise(() => undefined);
  }
  return (
    <WatchFrame
      title={programme.title}
      subtitle={`${name}, ${spanText(programme)}`}
      chips={[section]}
      colour={archived.colour}
      action={
        <Link className={buttonClass({ size: 'sm' })} to={live} state={state} replace>
          Volver al directo
        </Link>
      }
      video={
        <div className="archive__player">
          <StreamPlayer
            source={source}
            subject={programme.startsAt}
            now={{
              title: programme.title,
              artist: name,
              artworkUrl: logo === null ? undefined : imageAddress(logo),
            }}
            layer={(driven) => (
              <ArchiveLayer
                driven={driven}
                isLoading={isLoading}
                archived={archived}
                live={live}
                onSeek={(from) => {
                  renewals.forget();
                  onSeek(from);
                }}
                onReach={(at) => (reached.current = at)}
              />
            )}
            renewSource={renew}
            streamLimit={StreamLimit}
            appsHint={AppsHint}
            onBack={goBack}
            isLoading={isLoading}
            {...attempt}
            onRetry={() => {
              renewals.forget();
              attempt.onRetry();
            }}
          />
        </div>
      }
    />
  );
}
