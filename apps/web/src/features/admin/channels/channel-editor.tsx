import { Button, ErrorState, SkeletonRows } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from '../../../platform/navigation/use-navigation.ts';
import { messageOf } from '../../../platform/api/api-error.ts';
import { GuideOfChannel } from '../guide-matches/guide-of-channel.tsx';
import { ChannelFields } from './channel-fields.tsx';
import { emptyChannel, readChannel } from './channel-form.ts';
import { adminChannelQuery } from './channels.queries.ts';

/** «Agregar/Editar Canal»: the form for the channel that the URL names in `?id=`, or for a new channel. */
export function ChannelEditor() {
  const [query] = useSearchParams();
  const id = query.get('id');
  return id === null ? (
    <ChannelFields key="nuevo" id={undefined} initial={emptyChannel()} />
  ) : (
    <KnownChannel key={id} id={id} />
  );
}

function KnownChannel({ id }: { id: string }) {
  const channel = useQuery(adminChannelQuery(id));
  const [loads, setLoads] = useState(0);
  if (channel.isPending) return <SkeletonRows count={8} label="Cargando canal..." />;
  if (channel.isError) {
    return (
      <ErrorState
        title={messageOf(channel.error, 'Fallo al cargar canales.')}
        action={
          <Button variant="primary" size="sm" onClick={() => void channel.refetch()}>
            Reintentar
          </Button>
        }
      />
    );
  }
  return (
    <>
      <ChannelFields
        key={loads}
        id={id}
        initial={readChannel(channel.data)}
        onReload={async () => {
          await channel.refetch();
          setLoads((count) => count + 1);
        }}
      />
      <GuideOfChannel channelId={id} />
    </>
  );
}
