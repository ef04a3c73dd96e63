import { addressHost, imagePath, type AdminChannel } from '@butaca/contract';
import {
  Badge,
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  IconButton,
  notify,
  Pagination,
  SkeletonRows,
  Table,
  TableTitle,
} from '@butaca/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { useSearchParams } from '../../../platform/navigation/use-navigation.ts';
import { messageOf } from '../../../platform/api/api-error.ts';
import { paths } from '../../../shared/paths.ts';
import { adminMessageOf } from '../editing/admin-message.ts';
import { PlanBadges } from '../lists/plan-badges.tsx';
import { SearchBar } from '../lists/search-bar.tsx';
import { UploadLink } from '../lists/upload-link.tsx';
import { useFocusAfterDeletion } from '../lists/use-focus-after-deletion.ts';
import { adminChannelsQuery, deleteChannel } from './channels.queries.ts';

/** «Todos los canales»: the table of all channels in pages; the URL holds the page number and the search term. */
export function ChannelList() {
  const [query, setQuery] = useSearchParams();
  const { search: address } = useLocation();
  const page = Math.max(1, Math.trunc(Number(query.get('pagina'))) || 1);
  const search = query.get('buscar') ?? '';
  const channels = useQuery(adminChannelsQuery(page, search));
  const [pendingDeletion, setPendingDeletion] = useState<AdminChannel>();
  const { list, noteDeleted } = useFocusAfterDeletion(channels.isFetching);

  const show = (next: { page?: number; search?: string }): void => {
    const wanted = { page: 1, search, ...next };
    setQuery({
      tab: 'manage_channels',
      ...(wanted.search !== '' && { buscar: wanted.search }),
      ...(wanted.page > 1 && { pagina: String(wanted.page) }),
    });
  };

  const lastPage = channels.data?.totalPages ?? 0;
  // The page number in the URL is higher than the last page of the table of channels (the last channel of that page was
  // deleted, or the link is an old one): the last page is shown instead.
  if (!channels.isPlaceholderData && lastPage > 0 && page > lastPage) {
    return <Navigate to={addressOfPage(search, lastPage)} replace />;
  }
  return (
    <div ref={list}>
      <SearchBar
        label="Buscar canal"
        placeholder="Buscar por nombre..."
        className="toolbar"
        search={search}
        onSearch={(text) => show({ search: text })}
      >
        <Button
          size="sm"
          icon={<Plus className="ico" />}
          render={<Link to={{ search: '?tab=add_channel' }} state={{ from: address }} />}
        >
          Agregar canal
        </Button>
      </SearchBar>
      {channels.isPending && <SkeletonRows count={10} label="Cargando canales..." />}
      {channels.isError && (
        <ErrorState
          title={messageOf(channels.error, 'Fallo al cargar canales.')}
          action={
            <Button variant="primary" size="sm" onClick={() => void channels.refetch()}>
              Reintentar
            </Button>
          }
        />
      )}
      {channels.isSuccess && channels.data.channels.length === 0 && (
        <EmptyState
          title="No hay canales para mostrar."
          reason={search === '' ? 'Agrega tu lista, o el primero a mano.' : `Ninguno se llama «${search}».`}
          action={search === '' ? <UploadLink /> : undefined}
        />
      )}
      {channels.isSuccess && channels.data.channels.length > 0 && (
        <>
          <ChannelTable channels={channels.data.channels} onDelete={setPendingDeletion} />
          <Pagination
            page={page}
            totalPages={channels.data.totalPages}
            onPageChange={(next) => show({ page: next })}
            summary={`Mostrando ${channels.data.channels.length} de ${channels.data.total.toLocaleString('es')} canales`}
          />
        </>
      )}
      <DeleteChannel
        channel={pendingDeletion}
        onClose={() => setPendingDeletion(undefined)}
        onDeleted={(id) => noteDeleted(channels.data?.channels.findIndex((channel) => channel._id === id))}
      />
    </div>
  );
}

function addressOfPage(search: string, page: number): string {
  const query = new URLSearchParams({ tab: 'manage_channels' });
  if (search !== '') query.set('buscar', search);
  if (page > 1) query.set('pagina', String(page));
  return `${paths.admin}?${query.toString()}`;
}

function ChannelTable({
  channels,
  onDelete,
}: {
  channels: AdminChannel[];
  onDelete: (channel: AdminChannel) => void;
}) {
  const { search: from } = useLocation();
  return (
    <Table
      label="Canales"
      rows={channels}
      rowKey={(channel) => channel._id}
      columns={[
        {
          id: 'name',
          header: 'Nombre',
          card: 'title',
          cell: (channel) => (
            <TableTitle
              name={channel.name}
              detail={describe(channel)}
              imageShape="logo"
              imageUrl={channelLogo(channel)}
            />
          ),
        },
        { id: 'section', header: 'Sección', cell: (channel) => channel.section },
        {
          id: 'plans',
          header: 'Planes',
          from: 1366,
          cell: (channel) => <PlanBadges plans={channel.requiresPlan} none="Los de TV en Vivo" />,
        },
        {
          id: 'featured',
          header: 'Destacado',
          from: 1440,
          cell: (channel) => (channel.isFeatured ? 'Sí' : 'No'),
        },
        {
          id: 'active',
          header: 'Estado',
          cell: (channel) => (
            <Badge tone={channel.active ? 'ok' : 'off'}>{channel.active ? 'Activo' : 'Inactivo'}</Badge>
          ),
        },
        {
          id: 'actions',
          header: 'Acciones',
          align: 'end',
          card: 'actions',
          cell: (channel) => (
            <span>
              <IconButton
                label={`Editar ${channel.name}`}
                render={<Link to={{ search: `?tab=add_channel&id=${channel._id}` }} state={{ from }} />}
              >
                <Pencil className="ico" />
              </IconButton>
              <IconButton label={`Eliminar ${channel.name}`} data-delete onClick={() => onDelete(channel)}>
                <Trash2 className="ico" />
              </IconButton>
            </span>
          ),
        },
      ]}
    />
  );
}

/** The URL of a channel's logo on our server; `null` for an inactive channel, whose logo the server does not serve. */
function channelLogo(channel: AdminChannel): string | null {
  return channel.logo !== null && channel.active ? imagePath('channel', channel._id, '160') : null;
}

/**
 * The text below a channel's name: the host of its first source URL, and what is special about the channel. The full URL
 * is not shown, because many source URLs contain a password.
 */
function describe({ url, sourceCount, isPlayable, isAdult }: AdminChannel): string {
  return [
    addressHost(url) ?? 'Este servidor',
    sourceCount > 1 && `${sourceCount} direcciones`,
    !isPlayable && 'no se puede reproducir en el navegador',
    isAdult && 'para adultos',
  ]
    .filter(Boolean)
    .join(' · ');
}

interface DeleteChannelProps {
  channel: AdminChannel | undefined;
  onClose: () => void;
  onDeleted: (id: string) => void;
}

function DeleteChannel({ channel, onClose, onDeleted }: DeleteChannelProps) {
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: deleteChannel,
    onSuccess: ({ message }, id) => {
      notify.ok(message);
      onDeleted(id);
    },
    onError: (error) =>
      notify.error(
        adminMessageOf(error, {
          call: 'Admin: Error al eliminar canal.',
          panel: 'Error al eliminar canal.',
        }),
      ),
    onSettled: () => {
      onClose();
      void queryClient.invalidateQueries();
    },
  });
  return (
    <ConfirmDialog
      open={channel !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="¿Eliminar el canal?"
      confirmLabel="Eliminar canal"
      onConfirm={() => channel !== undefined && removal.mutate(channel._id)}
      pending={removal.isPending}
    >
      {`Se eliminará «${channel?.name ?? ''}» con todas sus direcciones. Esta operación no se puede deshacer.`}
    </ConfirmDialog>
  );
}
