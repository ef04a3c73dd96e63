import type { ChannelCard, Home, TitlesAlike, WatchedCard } from '@butaca/contract';
import { Button, Carousel, EmptyState, ErrorState, Skeleton, Spinner } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, memo, startTransition, Suspense, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { isOutage, reasonOf } from '../../../platform/api/api-error.ts';
import { readCards, type Card } from '../../../shared/card/card.ts';
import { LockedNotice } from '../../../shared/access/locked-notice.tsx';
import { isEmptyPage } from '../../../shared/access/empty-pages.ts';
import { UploadDoor } from '../../../shared/access/upload-door.tsx';
import { listLineup } from '../../../shared/card/lineup.ts';
import { ChannelTile } from '../../../shared/grid/channel-tile.tsx';
import { useCollecting } from '../../../shared/collections/use-collecting.tsx';
import { TrailerDialog } from '../../../shared/trailer/trailer-dialog.tsx';
import { useOpenCard } from '../../../shared/card/use-open-card.tsx';
import { queryClient } from '../../../platform/query-client.ts';
import { isAdmin } from '../../../platform/session/session-store.ts';
import { usePreloadedFavourites } from '../../../shared/favourites/use-favourite.ts';
import { VideoCard } from '../../../shared/grid/video-card.tsx';
import { useScrollRestore } from '../../../platform/scroll-restore.ts';
import { paths } from '../../../shared/paths.ts';
import { useFocusAfterRemoval } from '../../../platform/use-focus-after-removal.ts';
import { Billboard } from './billboard.tsx';
import { ContinueTicket, ticketFocusKey, type ContinueTicketProps } from './continue-ticket.tsx';
import { homeQuery } from './home.queries.ts';
import './home.css';

/** Loaded only where the catalogue has no film or series; if it does not load, the rows stand alone. */
const LiveBillboard = lazy(() =>
  import('./live-billboard.tsx').then(
    ({ LiveBillboard: loaded }) => ({ default: loaded }),
    () => ({ default: () => <div className="home__top" /> }),
  ),
);

/** What is on now, loaded after the first paint; if it does not load, the other rows stand alone. */
const OnNowRow = lazy(() =>
  import('./on-now-row.tsx').then(
    ({ OnNowRow: loaded }) => ({ default: loaded }),
    () => ({ default: () => null }),
  ),
);

/** The rows of featured videos, in their order, with their headings. @see docs/requisitos.md, R2.20 */
const featuredRows = [
  ['featuredMovies', 'Películas Destacadas'],
  ['featuredSeries', 'Series Populares'],
  ['featuredAnimes', 'Animes Destacados'],
  ['featuredDoramas', 'Doramas Populares'],
  ['featuredNovelas', 'Novelas Destacadas'],
  ['featuredDocumentales', 'Documentales Imperdibles'],
] as const satisfies readonly (readonly [keyof Home, string])[];

/**
 * The number of rows of the home page above the featured videos: «Recien Agregados», «Continuar Viendo», «Canales en Vivo
 * Destacados» and «Ahora en la tele».
 */
const rowsAboveFeatured = 4;

/**
 * The home page of a signed-in person: the billboard (a large title on top) and rows of videos and channels; empty rows
 * are left out.
 */
export function HomeScreen() {
  const home = useQuery(homeQuery());
  const scrollPosition = useScrollRestore(home.data !== undefined);
  return (
    <main className="home" id="contenido" tabIndex={-1}>
      <h1 className="vh">Inicio</h1>
      {home.isPending && <Waiting />}
      {home.isLoadingError && (
        <ErrorState
          title="No se pudo cargar el contenido destacado."
          reason={isOutage(home.error) ? 'No hay conexión con el servidor.' : reasonOf(home.error)}
          action={
            <>
              <Button variant="primary" onClick={() => void home.refetch()}>
                Reintentar
              </Button>
              {isOutage(home.error) ? (
                <Button render={<Link to={paths.myList} />}>Ver Mi lista</Button>
              ) : null}
            </>
          }
        />
      )}
      {home.data !== undefined && <Rows home={home.data} isReturn={scrollPosition.isReturn} />}
    </main>
  );
}

/** Puts the data of the home page into the query cache before it opens; never rejects. */
HomeScreen.prefetch = (): Promise<unknown> => queryClient.prefetchQuery(homeQuery());

/** The loading state of the home page: placeholders for the large title on top and for two rows of posters. */
function Waiting() {
  return (
    <div className="home__waiting" role="status">
      <div className="billboard">
        <div className="billboard__text">
          <Spinner size="lg" label="Cargando contenido destacado..." showLabel />
          <Skeleton shape="title" />
        </div>
      </div>
      {[1, 2].map((row) => (
        <div key={row} className="row" aria-hidden>
          <div className="row__head">
            <Skeleton shape="title" />
          </div>
          <div className="row__track">
            {Array.from({ length: 8 }, (_item, index) => (
              <div key={index}>
                <Skeleton shape="poster" />
                <Skeleton shape="line" width="70%" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

function Rows({ home, isReturn }: { home: Home; isReturn: boolean }) {
  const { open, dialogs } = useOpenCard(paths.home);
  const [trailer, setTrailer] = useState<Card>();
  const collecting = useCollecting();
  usePreloadedFavourites();
  const billed = useMemo(() => readCards(home.billboard === null ? [] : [home.billboard])[0], [home]);
  const rows = useMemo(
    () => featuredRows.map(([key, heading]) => ({ heading, cards: readCards(home[key]) })),
    [home],
  );
  const recent = useMemo(() => readCards(home.recentlyAdded), [home]);
  const alike = useMemo(
    () => [
      ...home.becauseYouWatched.map((row) => readAlikeRow(row, 'Porque viste')),
      ...home.moreLikeThis.map((row) => readAlikeRow(row, 'Títulos parecidos a')),
    ],
    [home],
  );
  const composed = useMemo(
    () => home.composedRows.map((row) => ({ ...row, cards: readCards(row.videos) })),
    [home],
  );
  const channels = useMemo(() => {
    const all = [home.featuredChannels, ...home.composedRows.map((row) => row.channels)].flat();
    return [...new Map(all.map((channel) => [channel._id, channel])).values()];
  }, [home]);
  const shown = useStaggeredRows(rowsAboveFeatured + rows.length + alike.length + composed.length, isReturn);
  const isEmpty =
    home.continueWatching.length + home.featuredChannels.length + recent.length === 0 &&
    composed.length === 0 &&
    [...rows, ...alike].every(({ cards }) => cards.length === 0);
  if (isEmpty) return <NothingFeatured />;
  const isLocked =
    home.continueWatching.length === 0 &&
    [home.featuredChannels, recent, ...[...rows, ...alike, ...composed].map(({ cards }) => cards)].every(
      (row) => row.every(({ locked }) => locked),
    ) &&
    composed.every(({ channels }) => channels.every(({ locked }) => locked));

  const actions = { onOpen: open, onTrailer: setTrailer, onAdd: collecting.onAdd };
  const whole = { isWhole: isReturn };
  return (
    <>
      {billed !== undefined ? (
        <Billboard card={billed} {...actions} />
      ) : isLocked ? (
        <div className="home__top" />
      ) : (
        <Suspense fallback={<div className="billboard" />}>
          <LiveBillboard />
        </Suspense>
      )}
      {isLocked && <LockedNotice />}
      {[
        <VideoRow key="recent" heading="Recien Agregados" cards={recent} eager {...whole} {...actions} />,
        <ContinueRow key="continue" watched={home.continueWatching} onOpen={open} {...whole} />,
        <ChannelRow
          key="channels"
          heading="Canales en Vivo Destacados"
          channels={home.featuredChannels}
          {...whole}
        />,
        <Suspense key="now" fallback={null}>
          <OnNowRow channels={channels} {...whole} />
        </Suspense>,
        ...rows.map((row) => <VideoRow key={row.heading} {...row} {...whole} {...actions} />),
        ...alike.map(({ key, ...row }) => <VideoRow key={key} {...row} {...whole} {...actions} />),
        ...composed.map(({ key, heading, cards, channels }) =>
          channels.length > 0 ? (
            <ChannelRow key={key} heading={heading} channels={channels} isComposed {...whole} />
          ) : (
            <VideoRow key={key} heading={heading} cards={cards} {...whole} {...actions} />
          ),
        ),
      ].slice(0, shown)}
      {dialogs}
      {trailer === undefined ? null : <TrailerDialog card={trailer} onClose={() => setTrailer(undefined)} />}
      {collecting.dialog}
    </>
  );
}

/** A row of the home page with titles similar to one title, such as «Porque viste El faro». */
const readAlikeRow = ({ title, videoId, videos }: TitlesAlike, because: string) => ({
  // The React key contains the title's id, because two titles may have the same name.
  key: `${because} ${videoId}`,
  heading: `${because} ${title}`,
  cards: readCards(videos),
});

/** The home page of an empty catalogue; an administrator is led to the upload of lists. */
function NothingFeatured() {
  return (
    <div className="home__nothing">
      <EmptyState
        title="No hay contenido destacado en este momento."
        reason={isAdmin() ? 'El catálogo está vacío. Sube tus listas M3U para llenarlo.' : undefined}
        action={
          isAdmin() ? (
            <UploadDoor variant="primary" />
          ) : isEmptyPage(paths.liveTv) ? null : (
            <Button variant="primary" render={<Link to={paths.liveTv} />}>
              Ver TV en Vivo
            </Button>
          )
        }
      />
    </div>
  );
}

/**
 * The rows of the home page render all of their cards at once (`isWhole`) if the person returns to one of them with the
 * browser's «back».
 */
interface RowProps {
  isWhole: boolean;
}

interface VideoRowProps extends RowProps {
  heading: string;
  cards: readonly Card[];
  eager?: boolean;
  onOpen: (card: Card) => void;
  onTrailer: (card: Card) => void;
  onAdd: ((card: Card) => void) | undefined;
}

/** A row of videos on the home page; memoised, so that rendering another row does not render this one again. */
const VideoRow = memo(function VideoRow({
  heading,
  cards,
  eager = false,
  isWhole,
  ...actions
}: VideoRowProps) {
  const [first] = cards;
  if (first === undefined) return null;
  const isOneKind = cards.every(({ typeLabel }) => typeLabel === first.typeLabel);
  return (
    <Carousel heading={heading} isWhole={isWhole}>
      {cards.map((card) => (
        <li key={card.id}>
          <VideoCard card={card} eager={eager} hidesType={isOneKind} {...actions} />
        </li>
      ))}
    </Carousel>
  );
});

interface ContinueRowProps extends RowProps, Pick<ContinueTicketProps, 'onOpen'> {
  watched: readonly WatchedCard[];
}

const ContinueRow = memo(function ContinueRow({ watched, onOpen, isWhole }: ContinueRowProps) {
  useFocusAfterRemoval(useMemo(() => watched.map(({ _id }) => ticketFocusKey(_id)), [watched]));
  if (watched.length === 0) return null;
  return (
    <Carousel heading="Continuar Viendo" size="ticket" isWhole={isWhole}>
      {watched.map((each) => (
        <li key={each._id}>
          <ContinueTicket watched={each} onOpen={onOpen} />
        </li>
      ))}
    </Carousel>
  );
});

interface ChannelRowProps extends RowProps {
  heading: string;
  channels: readonly ChannelCard[];
  /** Whether the server composed the row: the heading then names the section, where all channels are of one. */
  isComposed?: boolean;
}

const ChannelRow = memo(function ChannelRow({
  heading,
  channels,
  isComposed = false,
  isWhole,
}: ChannelRowProps) {
  const lineup = useMemo(() => listLineup(`«${heading}»`, channels), [heading, channels]);
  if (channels.length === 0) return null;
  const isInSection = isComposed && new Set(channels.map(({ section }) => section)).size === 1;
  return (
    <Carousel heading={heading} size="tile" isWhole={isWhole}>
      {channels.map((channel) => (
        <li key={channel._id}>
          <ChannelTile channel={channel} from={paths.home} lineup={lineup} isInSection={isInSection} />
        </li>
      ))}
    </Carousel>
  );
});

/**
 * How many rows of the home page are rendered: first none but the billboard (the large title on top), so that its image
 * is requested early; then one more row at a time, so that the page reacts to input in between.
 *
 * @param isWhole - whether all rows are rendered at once, because the page must restore its scroll position, which may
 *   be far down
 */
function useStaggeredRows(count: number, isWhole: boolean): number {
  const [shown, setShown] = useState(isWhole ? count : 0);
  useEffect(() => {
    if (shown < count) startTransition(() => setShown(shown + 1));
  }, [shown, count]);
  return shown;
}
