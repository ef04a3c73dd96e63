import { trialStorageKey, type ChannelCard, type ChannelDetail } from '@butaca/contract';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { messageOf } from '../../platform/api/api-error.ts';
import { readAccessDenied } from '../../shared/access/access-denied.ts';
import { forgetSingleUse } from '../../shared/single-use.queries.ts';
import { imageAddress } from '../../platform/api/image-address.ts';
import { FavouriteButton } from '../../shared/favourites/favourite-button.tsx';
import { channelFavourite } from '../../shared/favourites/favourite.ts';
import { OnAir } from '../../shared/guide/on-air.tsx';
import { writeItem } from '../../platform/session/session-storage.ts';
import { ChannelNeighbours } from './zapping/channel-neighbours.tsx';
import { fetchChannelForCast } from './delivery/cast.queries.ts';
import { channelSource } from './delivery/channel-source.ts';
import { DelayedEnrichment } from './enrichment/delayed-enrichment.tsx';
import { ChannelSubtitles } from './overlay/contents/channel-subtitles.tsx';
import { FailurePanel } from './player/failure/failure-panel.tsx';
import { StreamPlayer } from './player/stream-player.tsx';
import { NotePlayState, useFreshMarks, type PlayState } from './zapping/play-state.tsx';
import { useLineup } from './zapping/use-lineup.ts';
import { useZapping } from './zapping/use-zapping.ts';
import { AppsHint } from './frame/apps-hint.ts';
import { StreamLimit } from './frame/stream-limit.tsx';
import { WatchDescription, WatchFailure, WatchFrame } from './frame/watch-frame.tsx';
import { isGone, itemMissing, readAttempt, WatchLoad } from './frame/watch-load.tsx';
import { useServerReturn } from './frame/use-server-return.ts';
import { useGoBack, useWatchOrigin } from './frame/watch-origin.ts';
import { channelQuery, openChannel } from './delivery/delivery.queries.ts';
import type { ZapChannel } from './zapping/zapping.queries.ts';
import { ZapButtons, ZapLayer } from './zapping/zap-layer.tsx';

/**
 * The watch page of a TV channel. The page stays mounted while the person changes the channel, so that the player keeps
 * its video element, its volume and full screen.
 */
export function WatchChannel({ channelId }: { channelId: string }) {
  const query = useQuery(channelQuery(channelId));
  const client = useQueryClient();
  useEffect(() => () => forgetSingleUse(client, channelId), [client, channelId]);
  const channel = query.data?.url ? query.data : undefined;
  const [shown, setShown] = useState(channel);
  const isDenied = readAccessDenied(query.error) !== undefined;
  if (channel !== undefined && channel !== shown && !isDenied) setShown(channel);
  // If the person changes («zaps») to a channel that their plan does not open, the page shows the denial and a back
  // button instead of the player.
  if (isDenied && shown !== undefined) setShown(undefined);
  if (shown !== undefined && !isDenied) {
    return <PlayedChannel channelId={channelId} query={query} channel={channel} shown={shown} />;
  }
  return (
    <WatchLoad
      query={query}
      onUseTrial={() => {
        writeItem(trialStorageKey(channelId), 'true');
        void query.refetch();
      }}
    >
      {({ _id }) => <WatchFailure sentence={_id ? nothingToPlay : itemMissing} />}
    </WatchLoad>
  );
}

const nothingToPlay = 'No hay contenido disponible para reproducir.';

interface PlayedChannelProps {
  channelId: string;
  query: UseQueryResult<ChannelDetail | null>;
  /** The channel that the page's URL names; absent while it loads, and after it failed to load. */
  channel: ChannelDetail | undefined;
  /**
   * The channel that was loaded last: during a channel change still the previous channel, not the one that the URL
   * names.
   */
  shown: ChannelDetail;
}

function PlayedChannel({ channelId, query, channel, shown }: PlayedChannelProps) {
  useServerReturn(query);
  const source = useMemo(() => channel && channelSource(channel), [channel]);
  const lineup = useLineup({ _id: channelId, section: (channel ?? shown).section });
  const [status, setStatus] = useState<PlayState>('opening');
  const [programme, setProgramme] = useState<string>();
  const origin = useWatchOrigin();
  const goBack = useGoBack();
  const listed = lineup.channels.find(({ _id }) => _id === channelId);
  const known = channel ?? listed;
  const card: ChannelCard | undefined = known && { description: '', isFeatured: false, ...known };
  const { section } = known ?? shown;
  const current = useMemo(
    (): ZapChannel => ({
      _id: channelId,
      name: known?.name ?? origin.title ?? '',
      section,
      logo: known?.logo ?? origin.logo ?? null,
      colour: known?.colour ?? origin.colour ?? null,
      locked: false,
      number: known?.number ?? 0,
    }),
    [channelId, section, known, origin.title, origin.logo, origin.colour],
  );
  const zapping = useZapping(current, lineup, channel !== undefined);
  const failure = channel === undefined ? failureOf(query) : undefined;
  const state = failure === undefined ? status : 'failed';
  useFreshMarks(state, zapping.unresponsive.has(channelId));
  return (
    <WatchFrame
      title={current.name}
      chips={[section]}
      colour={current.colour}
      action={card && <FavouriteButton favourite={channelFavourite(card)} />}
      video={
        <StreamPlayer
          source={source}
          subject={channelId}
          isChannel
          now={{
            title: current.name,
            artist: programme ?? section,
            artworkUrl: current.logo === null ? undefined : imageAddress(current.logo),
          }}
          skips={
            zapping.canStep
              ? { onNext: () => zapping.step(1), onPrevious: () => zapping.step(-1) }
              : undefined
          }
          onUp={() => zapping.showList(true)}
          buttons={<ZapButtons zapping={zapping} />}
          onNextChannel={zapping.openNext}
          layer={(driven) => (
            <>
              <NotePlayState driven={driven} onChange={setStatus} />
              <ChannelSubtitles media={driven.media} subtitles={channel?.imageSubtitles} />
              {failure === undefined ? null : (
                <FailurePanel
                  sentence={failure}
                  onNext={zapping.openNext}
                  onRetry={isGone(query.error) ? undefined : () => void query.refetch()}
                  onBack={goBack}
                />
              )}
              <ZapLayer zapping={zapping} driven={driven} state={state} />
            </>
          )}
          renewSource={async () => channelSource(await openChannel(channelId))}
          fetchCast={() => fetchChannelForCast(channelId)}
          streamLimit={StreamLimit}
          appsHint={AppsHint}
          onBack={goBack}
          {...readAttempt(query)}
        />
      }
      aside={<ChannelNeighbours zapping={zapping} state={state} />}
    >
      {/* What the channel shows and its description are rendered only when the list of neighbouring channels has loaded: on a phone
          that list is above them and would push them down. */}
      {lineup.isPending ? null : (
        <div className="watch__about">
          <OnAir channelId={channelId} scope={section} look="page" onTitle={setProgramme} />
          <WatchDescription text={card?.description} />
        </div>
      )}
      <DelayedEnrichment key={channelId} itemType="channel" itemId={channelId} />
    </WatchFrame>
  );
}

/**
 * The Spanish sentence that says why the channel that the person changed to could not be loaded; `undefined` while it
 * loads.
 */
function failureOf({ data, error, isFetching }: UseQueryResult<ChannelDetail | null>): string | undefined {
  if (isFetching) return undefined;
  if (error !== null) return `No se pudo cargar el contenido. ${messageOf(error, 'Error desconocido.')}`;
  return data === null ? 'No se recibieron datos del backend.' : nothingToPlay;
}
