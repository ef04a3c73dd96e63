import { trialStorageKey, type ChannelDetail } from '@butaca/contract';
import type { PlaybackSource } from '@butaca/player';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { imageAddress } from '../../platform/api/image-address.ts';
import { FavouriteButton } from '../../platform/catalogue/favourite-button.tsx';
import { channelFavourite } from '../../platform/catalogue/favourite.ts';
import { writeItem } from '../../platform/session/session-storage.ts';
import { ChannelNeighbours } from './channel-neighbours.tsx';
import { StreamPlayer } from './player/stream-player.tsx';
import { WatchFailure, WatchFrame } from './watch-frame.tsx';
import { WatchLoad, type Attempt } from './watch-load.tsx';
import { channelQuery, renewChannel, sectionChannelsQuery } from './watch.queries.ts';

/** A channel, playing. */
export function WatchChannel({ channelId }: { channelId: string }) {
  const query = useQuery(channelQuery(channelId));
  return (
    <WatchLoad
      query={query}
      onUseTrial={() => {
        writeItem(trialStorageKey(channelId), 'true');
        void query.refetch();
      }}
    >
      {(channel, attempt) =>
        channel.url ? (
          <LoadedChannel channel={channel} attempt={attempt} />
        ) : (
          <WatchFailure sentence="No hay contenido disponible para reproducir." />
        )
      }
    </WatchLoad>
  );
}

function LoadedChannel({ channel, attempt }: { channel: ChannelDetail; attempt: Attempt }) {
  const source = useMemo(() => sourceOf(channel), [channel]);
  const neighbours = useQuery(sectionChannelsQuery(channel.section));
  const logo = channel.logo === null ? undefined : imageAddress(channel.logo);
  return (
    <WatchFrame
      title={channel.name}
      chips={[channel.section]}
      colour={channel.colour}
      action={<FavouriteButton favourite={channelFavourite(channel)} />}
      video={
        <StreamPlayer
          source={source}
          isChannel
          now={{ title: channel.name, artist: channel.section, artworkUrl: logo }}
          renewSource={async () => sourceOf(await renewChannel(channel._id))}
          {...attempt}
        />
      }
      aside={<ChannelNeighbours channel={channel} />}
    >
      {/* On a phone it stands below the neighbours, and would jump when they come. */}
      {channel.description === '' || neighbours.isPending ? null : (
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
