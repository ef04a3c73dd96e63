import { trialStorageKey, type ChannelDetail } from '@butaca/contract';
import type { PlaybackSource } from '@butaca/player';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { messageOf, readAccessDenied } from '../../platform/api/api-error.ts';
import { imageAddress } from '../../platform/api/image-address.ts';
import { LogoArt, PremiumDialog } from '../../platform/access/premium-dialog.tsx';
import { writeItem } from '../../platform/session/session-storage.ts';
import { ChannelNeighbours } from './channel-neighbours.tsx';
import { PlayerGround } from './player/player-ground.tsx';
import { StreamPlayer } from './player/stream-player.tsx';
import { WatchFailure, WatchFrame } from './watch-frame.tsx';
import { useGoBack, useWatchOrigin } from './watch-origin.ts';
import { channelQuery, renewChannel } from './watch.queries.ts';

/** A channel, playing: loading, then loaded, failed, or denied by the plan. */
export function WatchChannel({ channelId }: { channelId: string }) {
  const { title, logo, colour } = useWatchOrigin();
  const goBack = useGoBack();
  const { data: channel, error, isPending, isFetching, refetch } = useQuery(channelQuery(channelId));
  const denied = readAccessDenied(error);

  if (denied !== undefined) {
    return (
      <WatchFrame
        title={title ?? ''}
        colour={colour}
        video={
          <PlayerGround>
            <PremiumDialog
              denied={denied}
              art={title && <LogoArt name={title} logoUrl={logo && imageAddress(logo)} colour={colour} />}
              onClose={goBack}
              onUseTrial={() => {
                writeItem(trialStorageKey(channelId), 'true');
                void refetch();
              }}
            />
          </PlayerGround>
        }
      />
    );
  }
  if (isPending) {
    return <WatchFrame title={title ?? ''} colour={colour} video={<PlayerGround isLoading />} />;
  }
  if (channel === undefined) {
    return (
      <WatchFailure
        sentence={`No se pudo cargar el contenido. ${messageOf(error, 'Error desconocido.')}`}
        onRetry={() => void refetch()}
      />
    );
  }
  // The contract promises both; a server that breaks it is told from one that has nothing to play.
  if (channel === null) return <WatchFailure sentence="No se recibieron datos del backend." />;
  if (!channel.url) return <WatchFailure sentence="No hay contenido disponible para reproducir." />;
  return (
    <LoadedChannel
      channel={channel}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      retryFailure={error === null ? undefined : messageOf(error, 'Error desconocido.')}
    />
  );
}

interface LoadedChannelProps {
  channel: ChannelDetail;
  onRetry: () => void;
  isRetrying: boolean;
  retryFailure: string | undefined;
}

function LoadedChannel({ channel, onRetry, isRetrying, retryFailure }: LoadedChannelProps) {
  const source = useMemo(() => sourceOf(channel), [channel]);
  const logo = channel.logo === null ? undefined : imageAddress(channel.logo);
  return (
    <WatchFrame
      title={channel.name}
      chips={[channel.section]}
      colour={channel.colour}
      video={
        <StreamPlayer
          source={source}
          now={{ title: channel.name, artist: channel.section, artworkUrl: logo }}
          renewSource={async () => sourceOf(await renewChannel(channel._id))}
          onRetry={onRetry}
          isRetrying={isRetrying}
          retryFailure={retryFailure}
        />
      }
      aside={<ChannelNeighbours channel={channel} />}
    >
      {channel.description === '' ? null : (
        <section className="watch__desc">
          <h2>Descripción</h2>
          <p>{channel.description}</p>
        </section>
      )}
    </WatchFrame>
  );
}

function sourceOf({ url, streamKind }: ChannelDetail): PlaybackSource {
  return { src: url, kind: streamKind, expectedStreamType: 'live' };
}
