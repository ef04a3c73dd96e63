import type { ChannelCard } from '@butaca/contract';
import {
  Button,
  Carousel,
  DensityToggle,
  EmptyState,
  ErrorState,
  Notice,
  SkeletonPosters,
  tileColumns,
  tileRowHeightPx,
  VirtualGrid,
  type Density,
} from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { Link, useLocation } from 'react-router';
import { isOutage, reasonOf } from '../../../platform/api/api-error.ts';
import { dayInWords } from '../../../platform/moment.ts';
import { isEmptyPage } from '../../../shared/access/empty-pages.ts';
import { unresponsiveQuery } from '../../../shared/card/channels.queries.ts';
import { listLineup } from '../../../shared/card/lineup.ts';
import { ChannelTile } from '../../../shared/grid/channel-tile.tsx';
import { favouritesQuery, type Favourites } from '../../../shared/favourites/favourites.queries.ts';
import { useDensity } from '../../../shared/filters.ts';
import { VideoGrid } from '../../../shared/grid/video-grid.tsx';
import { useScrollRestore } from '../../../platform/scroll-restore.ts';
import { paths } from '../../../shared/paths.ts';
import { useFocusAfterRemoval } from '../../../platform/use-focus-after-removal.ts';
import { keepLastSeen, readLastSeen } from './last-seen.ts';
import './my-list.css';

const listFailed = 'No se pudo cargar tu lista.';
const listWaiting = 'Cargando tu lista...';
const emptyTitle = 'Tu lista está vacía.';
const emptyReason = 'Pulsa el corazón de un título o de un canal y lo encontrarás aquí.';
/** @param day - the day on which the list was seen last: `24 nov 2026` */
const cutOff = (day: string): string => `No hay conexión. Así estaba tu lista el ${day}.`;

/**
 * The screen «Mi lista»: the channels and videos that a person has marked as favourites. A removed favourite disappears
 * at once.
 */
export function MyListScreen() {
  const list = useQuery(favouritesQuery());
  const [density, setDensity] = useDensity();
  // The hearts of the cards ask for the list again when they are first rendered: the list stays during that call.
  const [isCutOff, setCutOff] = useState(false);
  if (isCutOff !== (list.data === undefined && (isCutOff || isOutage(list.error)))) setCutOff(!isCutOff);
  const [lastSeen] = useState(readLastSeen);
  const shown = list.data ?? (isCutOff ? lastSeen?.list : undefined);
  useEffect(() => {
    if (list.data !== undefined) keepLastSeen(list.data);
  }, [list.data]);
  const hasVideos = shown !== undefined && shown.videos.length > 0;
  return (
    <main className="page my-list" id="contenido" tabIndex={-1}>
      <div className="page__head">
        <h1>Mi lista</h1>
        {hasVideos ? (
          <div className="page__tools">
            <DensityToggle density={density} onDensityChange={setDensity} />
          </div>
        ) : null}
      </div>
      {shown === undefined ? (
        list.isError ? (
          <ErrorState
            title={listFailed}
            reason={reasonOf(list.error)}
            action={
              <Button variant="primary" onClick={() => void list.refetch()}>
                Reintentar
              </Button>
            }
          />
        ) : (
          <SkeletonPosters sentence={listWaiting} density={density} />
        )
      ) : (
        <>
          {isCutOff && lastSeen !== undefined ? (
            <Notice
              tone="info"
              className="my-list__notice"
              action={
                <Button size="sm" onClick={() => void list.refetch()}>
                  Reintentar
                </Button>
              }
            >
              {cutOff(dayInWords(lastSeen.seenAt))}
            </Notice>
          ) : null}
          <FavouriteLists list={shown} density={density} />
        </>
      )}
    </main>
  );
}

function FavouriteLists({ list: { videos, channels }, density }: { list: Favourites; density: Density }) {
  const { pathname, search } = useLocation();
  const scrollPosition = useScrollRestore(true);
  const { data: unresponsive } = useQuery({ ...unresponsiveQuery(), enabled: channels.length > 0 });
  // If the last favourite video is removed while «Mi lista» is open, the channels stay in a row and do not become a
  // grid: the layout depends on the first render.
  const [hadVideos] = useState(videos.length > 0);
  useFocusAfterRemoval(
    useMemo(() => [...channels.map(({ _id }) => _id), ...videos.map(({ id }) => id)], [channels, videos]),
  );
  if (videos.length === 0 && channels.length === 0) {
    return (
      <EmptyState
        title={emptyTitle}
        reason={emptyReason}
        action={
          isEmptyPage(paths.movies) ? null : (
            <Button variant="primary" render={<Link to={paths.movies} />}>
              Explorar películas
            </Button>
          )
        }
      />
    );
  }
  const from = pathname + search;
  const lineup = listLineup('Mi lista', channels);
  const renderTile = (channel: ChannelCard) => (
    <ChannelTile
      channel={channel}
      from={from}
      lineup={lineup}
      isUnresponsive={unresponsive?.has(channel._id)}
      eager
    />
  );
  const hasRow = hadVideos || videos.length > 0;
  if (!hasRow)
    return <ChannelGrid channels={channels} renderTile={renderTile} scrollPosition={scrollPosition} />;
  return (
    <>
      {channels.length === 0 ? null : (
        <Carousel className="my-list__row" heading="Canales" size="tile" isWhole={scrollPosition.isReturn}>
          {channels.map((channel) => (
            <li key={channel._id}>{renderTile(channel)}</li>
          ))}
        </Carousel>
      )}
      {channels.length === 0 || videos.length === 0 ? null : (
        <h2 className="my-list__heading">Películas y series</h2>
      )}
      {videos.length === 0 ? null : (
        <VideoGrid
          label="Películas y series de Mi lista"
          cards={videos}
          density={density}
          from={from}
          scrollPosition={scrollPosition}
        />
      )}
    </>
  );
}

interface ChannelGridProps {
  channels: readonly ChannelCard[];
  renderTile: (channel: ChannelCard) => ReactElement;
  scrollPosition: { offsetPx: number };
}

/** The favourite channels of «Mi lista» as a grid that fills the page; used when there are no favourite videos. */
function ChannelGrid({ channels, renderTile, scrollPosition }: ChannelGridProps) {
  return (
    <VirtualGrid
      label="Canales de Mi lista"
      items={channels}
      itemKey={(channel) => channel._id}
      columns={tileColumns}
      estimateRowHeightPx={tileRowHeightPx}
      initialOffsetPx={scrollPosition.offsetPx}
      renderItem={renderTile}
    />
  );
}
