import { deleteBatchMax, type AdminVideo, type VideoType } from '@butaca/contract';
import { Button, EmptyState, ErrorState, Pagination, SkeletonRows } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSearchParams } from '../../../platform/navigation/use-navigation.ts';
import { messageOf } from '../../../platform/api/api-error.ts';
import { paths } from '../../../shared/paths.ts';
import { useFocusAfterDeletion } from '../lists/use-focus-after-deletion.ts';
import { DeleteVideos } from './delete-videos.tsx';
import { VideoTable } from './video-table.tsx';
import { VideoToolbar } from './video-toolbar.tsx';
import { UploadLink } from '../lists/upload-link.tsx';
import { readVideoView, writeVideoView } from './video-view.ts';
import { adminVideosQuery, type VideoSearch } from './videos.queries.ts';
import './videos.css';

/**
 * The table of videos in the administration panel, of one type or of all types, in pages; the URL holds the page
 * number, the search term and the filters.
 */
export function VideoList({ tab, tipo: ownTipo }: { tab: string; tipo?: VideoType }) {
  const [query, setQuery] = useSearchParams();
  const { search: address } = useLocation();
  const shown = readVideoView(query, ownTipo);
  const videos = useQuery(adminVideosQuery(shown));
  const [selection, setSelection] = useState<{ of: string; ids: ReadonlySet<string> }>();
  const [pendingDeletion, setPendingDeletion] = useState<readonly AdminVideo[]>([]);
  const { list, noteDeleted } = useFocusAfterDeletion(videos.isFetching);

  // The selection of videos applies to one page of the table; on another page no video is selected.
  const chosen = selection?.of === address ? selection.ids : new Set<string>();
  const rows = videos.data?.videos ?? [];
  const selected = rows.filter(({ _id }) => chosen.has(_id));

  const addressOf = (next: Partial<VideoSearch>): URLSearchParams =>
    writeVideoView({ ...shown, page: 1, ...next }, tab, ownTipo);
  const show = (next: Partial<VideoSearch>): void => setQuery(addressOf(next));

  // The page number in the URL is higher than the last page of the table of videos (the last videos of that page were
  // deleted, or the link is an old one): the last page is shown instead.
  const lastPage = videos.data?.totalPages ?? 0;
  if (!videos.isPlaceholderData && lastPage > 0 && shown.page > lastPage) {
    return <Navigate to={`${paths.admin}?${addressOf({ page: lastPage })}`} replace />;
  }
  const isFiltered = shown.search !== '' || shown.subcategoria !== '' || (!ownTipo && shown.tipo !== '');
  return (
    <div ref={list}>
      <VideoToolbar shown={shown} ownTipo={ownTipo} from={address} onShow={show} />
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
            isFiltered ? 'Prueba con otra búsqueda u otro filtro.' : 'Agrega tu lista, o el primero a mano.'
          }
          action={isFiltered ? undefined : <UploadLink />}
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
          {selected.length > 0 && (
            <SelectionBar
              count={selected.length}
              onClear={() => setSelection(undefined)}
              onDelete={() => setPendingDeletion(selected.slice(0, deleteBatchMax))}
            />
          )}
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
          noteDeleted(rows.findIndex(({ _id }) => _id === first));
          setSelection(undefined);
        }}
      />
    </div>
  );
}

interface SelectionBarProps {
  count: number;
  onClear: () => void;
  onDelete: () => void;
}

/**
 * The bar at the bottom of the window, visible however far the table is scrolled, while videos are selected: deletes
 * them, or ends the selection.
 */
function SelectionBar({ count, onClear, onDelete }: SelectionBarProps) {
  return (
    <div className="vods__selection" role="group" aria-label="Selección">
      <Button variant="danger" size="sm" icon={<Trash2 className="ico" />} onClick={onDelete}>
        {`Eliminar seleccionados (${count})`}
      </Button>
      <Button variant="line" size="sm" quiet onClick={onClear}>
        Quitar selección
      </Button>
    </div>
  );
}
