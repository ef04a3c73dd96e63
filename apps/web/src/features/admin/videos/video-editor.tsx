import { Button, ErrorState, SkeletonRows } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from '../../../platform/navigation/use-navigation.ts';
import { messageOf } from '../../../platform/api/api-error.ts';
import { VideoFields } from './video-fields.tsx';
import { emptyVideo, readVideo } from './video-form.ts';
import { adminVideoQuery } from './videos.queries.ts';

/** «Agregar/Editar VOD»: the form for the video that the URL names in `?id=`, or for a new video. */
export function VideoEditor() {
  const [query] = useSearchParams();
  const id = query.get('id');
  return id === null ? (
    <VideoFields key="nuevo" id={undefined} initial={emptyVideo(query.get('tipo') ?? undefined)} />
  ) : (
    <KnownVideo key={id} id={id} />
  );
}

function KnownVideo({ id }: { id: string }) {
  const video = useQuery(adminVideoQuery(id));
  const [loads, setLoads] = useState(0);
  if (video.isPending) return <SkeletonRows count={10} label="Cargando VOD..." />;
  if (video.isError) {
    return (
      <ErrorState
        title={messageOf(video.error, 'Fallo al cargar VODs.')}
        action={
          <Button variant="primary" size="sm" onClick={() => void video.refetch()}>
            Reintentar
          </Button>
        }
      />
    );
  }
  return (
    <VideoFields
      key={loads}
      id={id}
      initial={readVideo(video.data)}
      onReload={async () => {
        await video.refetch();
        setLoads((count) => count + 1);
      }}
    />
  );
}
