import {
  deleteBatchMax,
  kidsCategory,
  seriesCategories,
  videoTypeNames,
  videoTypes,
  type AdminVideo,
  type VideoType,
} from '@butaca/contract';
import { Button, EmptyState, ErrorState, Pagination, Select, SkeletonRows } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { messageOf } from '../../../platform/api/api-error.ts';
import { paths } from '../../../shared/paths.ts';
import { SearchBar } from '../lists/search-bar.tsx';
import { DeleteVideos } from './delete-videos.tsx';
import { VideoTable } from './video-table.tsx';
import { adminVideosQuery, type VideoSearch } from './videos.queries.ts';
import './videos.css';

const typeOptions = [
  { value: '', label: 'Todos los tipos' },
  ...videoTypes.map((tipo) => ({ value: tipo, label: videoTypeNames[tipo] })),
];
const categoryOptions = [
  { value: '', label: 'Todas las Series' },
  ...[...seriesCategories, kidsCategory].map((category) => ({ value: category, label: category })),
];

/** The videos of one kind, or of all, a page at a time; the address carries page, search and filters. */
export function VideoList({ tab, tipo: ownTipo }: { tab: string; tipo?: VideoType }) {
  const [query, setQuery] = useSearchParams();
  const { search: address } = useLocation();
  const shown: VideoSearch = {
    page: Math.max(1, Math.trunc(Number(query.get('pagina'))) || 1),
    search: query.get('buscar') ?? '',
    tipo: ownTipo ?? query.get('tipo') ?? '',
    subcategoria: query.get('subcategoria') ?? '',
  };
  const videos = useQuery(adminVideosQuery(shown));
  const [selection, setSelection] = useState<{ of: string; ids: ReadonlySet<string> }>();
  const [pendingDeletion, setPendingDeletion] = useState<readonly AdminVideo[]>([]);
  const list = useRef<HTMLDivElement>(null);
  /** The place of what was deleted: what comes to stand there gets the focus. */
  const deletedAt = useRef<number>(undefined);

  // What was chosen on one page is not chosen on another one.
  const chosen = selection?.of === address ? selection.ids : new Set<string>();
  const rows = videos.data?.videos ?? [];
  const selected = rows.filter(({ _id }) => chosen.has(_id));

  const addressOf = (next: Partial<VideoSearch>): Record<string, string> => {
    const wanted = { ...shown, page: 1, ...next };
    return {
      tab,
      ...(wanted.search !== '' && { buscar: wanted.search }),
      ...(ownTipo === undefined && wanted.tipo !== '' && { tipo: wanted.tipo }),
      ...(wanted.subcategoria !== '' && { subcategoria: wanted.subcategoria }),
      ...(wanted.page > 1 && { pagina: String(wanted.page) }),
    };
  };
  const show = (next: Partial<VideoSearch>): void => setQuery(addressOf(next));

  useEffect(() => {
    if (deletedAt.current === undefined || videos.isFetching) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-delete]') ?? [];
    const next = buttons[Math.min(deletedAt.current, buttons.length - 1)];
    (next ?? list.current?.querySelector<HTMLElement>('input'))?.focus();
    deletedAt.current = undefined;
  }, [videos.isFetching]);

  // The last videos of the last page were deleted, or the address is an old one.
  const lastPage = videos.data?.totalPages ?? 0;
  if (!videos.isPlaceholderData && lastPage > 0 && shown.page > lastPage) {
    const last = new URLSearchParams(addressOf({ page: lastPage })).toString();
    return <Navigate to={`${paths.admin}?${last}`} replace />;
  }
  const isFiltered = shown.search !== '' || shown.subcategoria !== '' || (!ownTipo && shown.tipo !== '');
  return (
    <div ref={list}>
      <div className="toolbar vods__bar">
        <SearchBar
          key={shown.search}
          label="Buscar VOD"
          placeholder="Buscar por título..."
          className="vods__search"
          search={shown.search}
          onSearch={(search) => show({ search })}
        />
        {ownTipo === undefined && (
          <Select
            label="Tipo"
            hideLabel
            size="sm"
            options={typeOptions}
            value={shown.tipo}
            onChange={({ currentTarget }) => show({ tipo: currentTarget.value })}
          />
        )}
        {ownTipo === 'serie' && (
          <Select
            label="Subcategoría"
            hideLabel
            size="sm"
            options={categoryOptions}
            value={shown.subcategoria}
            onChange={({ currentTarget }) => show({ subcategoria: currentTarget.value })}
          />
        )}
        <span className="vods__grow" />
        {selected.length > 0 && (
          <Button
            variant="danger"
            size="sm"
            icon={<Trash2 className="ico" />}
            onClick={() => setPendingDeletion(selected.slice(0, deleteBatchMax))}
          >
            {`Eliminar seleccionados (${selected.length})`}
          </Button>
        )}
        <Button
          size="sm"
          icon={<Plus className="ico" />}
          render={
            <Link
              to={{ search: `?tab=add_vod${ownTipo === undefined ? '' : `&tipo=${ownTipo}`}` }}
              state={{ from: address }}
            />
          }
        >
          Agregar VOD
        </Button>
      </div>
      {videos.isPending && <SkeletonRows count={10} label="Cargando VODs..." />}
      {videos.isError && (
        <ErrorState
          title={messageOf(videos.error, 'Fallo al cargar VODs.')}
          action={
            <Button variant="primary" size="sm" onClick={() => void videos.refetch()}>
              Reintentar
            </Button>
          }
        />
      )}
      {videos.isSuccess && rows.length === 0 && (
        <EmptyState
          title="No se encontraron VODs con los criterios actuales."
          reason={
            isFiltered ? 'Prueba con otra búsqueda u otro filtro.' : 'Agrega el primero o importa una lista.'
          }
        />
      )}
      {videos.isSuccess && rows.length > 0 && (
        <>
          <VideoTable
            videos={rows}
            from={address}
            hasType={ownTipo === undefined}
            chosen={chosen}
            onChosenChange={(ids) => setSelection({ of: address, ids })}
            onDelete={(video) => setPendingDeletion([video])}
          />
          <Pagination
            page={shown.page}
            totalPages={videos.data.totalPages}
            onPageChange={(page) => show({ page })}
            summary={`Mostrando ${rows.length} de ${videos.data.total.toLocaleString('es')} VODs totales`}
          />
        </>
      )}
      <DeleteVideos
        videos={pendingDeletion}
        onClose={() => setPendingDeletion([])}
        onDeleted={([first]) => {
          deletedAt.current = rows.findIndex(({ _id }) => _id === first);
          setSelection(undefined);
        }}
      />
    </div>
  );
}
