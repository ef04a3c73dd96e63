import { allChannelsCategory, liveTvSection } from '@butaca/contract';
import {
  Button,
  EmptyState,
  ErrorState,
  lazyPart,
  PillTabs,
  SearchField,
  Skeleton,
  SkeletonTiles,
  tileColumns,
  tileRowHeightPx,
  VirtualGrid,
} from '@butaca/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useLocation } from 'react-router';
import { useSearchParams } from '../../../platform/navigation/use-navigation.ts';
import { messageOf, reasonOf } from '../../../platform/api/api-error.ts';
import { LockedNotice } from '../../../shared/access/locked-notice.tsx';
import { UploadDoor } from '../../../shared/access/upload-door.tsx';
import { channelsQuery, unresponsiveQuery } from '../../../shared/card/channels.queries.ts';
import { filterByName } from '../../../shared/card/lineup.ts';
import { ChannelTile } from '../../../shared/grid/channel-tile.tsx';
import { useScrollRestore } from '../../../platform/scroll-restore.ts';
import { useTypedTerm } from '../../../platform/typed-term.ts';
import { categoriesQuery } from './live-tv.queries.ts';
import './live-tv.css';
import { queryClient } from '../../../platform/query-client.ts';

/**
 * The sentence of «TV en Vivo» when a category or search has no channels.
 *
 * @see docs/requisitos.md, R2.40
 */
function emptySentence(term: string, category: string): string {
  if (term !== '') return `No se encontraron canales para "${term}" en la categoría "${category}".`;
  if (category === allChannelsCategory) return 'No hay canales disponibles.';
  return `No hay canales disponibles en la categoría "${category}".`;
}

const categoriesFailed = 'No se pudieron cargar las categorías de TV.';
/** The message for an answer of the server that refuses the channels without a message of its own. */
const channelsUnexplained = 'Error al cargar canales.';
const channelsFailed = (category: string): string => `Error al cargar canales de ${category}.`;

/** Whether the guide can be shown, and the guide; both load after the first paint. */
const guideSwitch = lazyPart(async () => (await import('./guide/guide-switch.tsx')).GuideSwitch);
const guideView = lazyPart(async () => (await import('./guide/guide-view.tsx')).GuideView);
/** The value of the address's `vista` that shows the guide in place of the tiles. */
const guideShown = 'guia';

/**
 * The screen «TV en Vivo»: buttons for the categories, and the channels of the chosen category. The URL holds the
 * category and the search term.
 */
export function LiveTvScreen() {
  const categories = useQuery(categoriesQuery());
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('categoria');
  const known = categories.data ?? [];
  const category = wanted !== null && known.includes(wanted) ? wanted : (known[0] ?? allChannelsCategory);
  const [typed, setTyped] = useTypedTerm(query.get('buscar') ?? '');
  const isGuide = query.get('vista') === guideShown;
  const { Part: GuideSwitch } = guideSwitch.usePart(known.length > 0);

  return (
    <main className="page" id="contenido" tabIndex={-1}>
      <div className="page__head">
        <h1>TV en Vivo</h1>
        <div className="page__tools livetv__tools">
          {GuideSwitch && known.length > 0 ? (
            <GuideSwitch
              category={category}
              isGuide={isGuide}
              onShown={() => void guideView.load().catch(() => undefined)}
              onChange={(isWanted) => setQuery(writeQuery(category, typed, isWanted), { replace: true })}
            />
          ) : null}
          <SearchField
            label="Buscar canal"
            placeholder="Buscar canal..."
            value={typed}
            onValueChange={(text) => {
              setTyped(text);
              setQuery(writeQuery(category, text, isGuide), { replace: true });
            }}
          />
        </div>
      </div>
      {categories.isPending && (
        <>
          <div className="pills livetv__pills" aria-hidden>
            {['5rem', '7rem', '6rem', '8rem', '6rem'].map((width, index) => (
              <Skeleton key={index} shape="line" width={width} />
            ))}
          </div>
          <Waiting sentence="Cargando Interfaz..." />
        </>
      )}
      {categories.isLoadingError && (
        <Failed
          sentence={messageOf(categories.error, categoriesFailed)}
          onRetry={() => void categories.refetch()}
        />
      )}
      {categories.data !== undefined && known.length === 0 && (
        <EmptyState
          title="No hay categorías de TV en vivo para mostrar."
          reason="Aparecerán en cuanto se añada el primer canal."
          action={<UploadDoor variant="primary" />}
        />
      )}
      {known.length > 0 && (
        <>
          <PillTabs
            label="Categorías"
            items={known.map((name) => ({ value: name, label: name }))}
            value={category}
            onValueChange={(name) => {
              setTyped('');
              setQuery(writeQuery(name, '', isGuide), { replace: true });
            }}
          />
          {isGuide ? (
            <Guide category={category} term={typed.trim()} />
          ) : (
            <Channels key={category} category={category} term={typed.trim()} />
          )}
        </>
      )}
    </main>
  );
}

/** Puts the categories and all channels into the query cache before the screen opens; never rejects. */
LiveTvScreen.prefetch = (): Promise<unknown> =>
  Promise.all([
    queryClient.prefetchQuery(categoriesQuery()),
    queryClient.prefetchQuery(channelsQuery(allChannelsCategory)),
  ]);

/**
 * The query parameters of «TV en Vivo» for a category, a search term and whether the guide is shown; the default category, an
 * empty term and the tiles are left out.
 */
function writeQuery(category: string, term: string, isGuide: boolean): Record<string, string> {
  return {
    ...(category !== allChannelsCategory && { categoria: category }),
    ...(term !== '' && { buscar: term }),
    ...(isGuide && { vista: guideShown }),
  };
}

function Channels({ category, term }: { category: string; term: string }) {
  const channels = useQuery(channelsQuery(category));
  const queryClient = useQueryClient();
  const shownTerm = useDeferredValue(term);
  const scrollPosition = useScrollRestore(channels.data !== undefined);
  const shown = useMemo(() => filterByName(channels.data ?? [], shownTerm), [channels.data, shownTerm]);
  const isOneSection = useMemo(
    () => new Set(channels.data?.map(({ section }) => section)).size < 2,
    [channels.data],
  );
  const lineup = useMemo(() => ({ category, term: shownTerm }), [category, shownTerm]);
  const { data: unresponsive } = useQuery(unresponsiveQuery());
  const { pathname, search } = useLocation();

  if (channels.isPending) return <Waiting sentence={`Cargando canales para ${category}...`} />;
  if (channels.isLoadingError) {
    return (
      <Failed
        sentence={reasonOf(channels.error, channelsUnexplained) ?? channelsFailed(category)}
        onRetry={() => void queryClient.refetchQueries(channelsQuery(category))}
      />
    );
  }
  if (shown.length === 0) {
    return (
      <div role="status">
        <EmptyState title={emptySentence(shownTerm, category)} />
      </div>
    );
  }
  return (
    <>
      {channels.data.every(({ locked }) => locked) && <LockedNotice section={liveTvSection} />}
      <VirtualGrid
        label={`Canales de ${category}`}
        items={shown}
        itemKey={(channel) => channel._id}
        columns={tileColumns}
        estimateRowHeightPx={tileRowHeightPx}
        initialOffsetPx={scrollPosition.offsetPx}
        renderItem={(channel) => (
          <ChannelTile
            channel={channel}
            from={pathname + search}
            isInSection={isOneSection || category !== allChannelsCategory}
            lineup={lineup}
            isUnresponsive={unresponsive?.has(channel._id)}
            guideScope={category}
            eager
          />
        )}
      />
    </>
  );
}

/** The guide, whose code loads when it is opened. */
function Guide(props: { category: string; term: string }) {
  const { Part, isFailed, retry } = guideView.usePart(true);
  if (Part) return <Part {...props} />;
  return isFailed ? (
    <Failed sentence="No se pudo cargar la guía." onRetry={retry} />
  ) : (
    <Waiting sentence="Cargando la guía..." />
  );
}

function Waiting({ sentence }: { sentence: string }) {
  return (
    <>
      <p className="livetv__waiting" aria-hidden="true">
        {sentence}
      </p>
      <SkeletonTiles count={24} label={sentence} />
    </>
  );
}

function Failed({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  return (
    <ErrorState
      title={sentence}
      action={
        <Button variant="primary" onClick={onRetry}>
          Reintentar
        </Button>
      }
    />
  );
}
