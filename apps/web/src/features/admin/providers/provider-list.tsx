import type { Provider } from '@butaca/contract';
import {
  Badge,
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  notify,
  SkeletonRows,
  Table,
} from '@butaca/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ListPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../platform/api/api-error.ts';
import { ProviderCertificates } from './provider-certificates.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import { ProviderQueue } from './provider-queue.tsx';
import { ProviderTrial } from './provider-trial.tsx';
import {
  backgroundInWords,
  badgeOf,
  explainState,
  healthInWords,
  isBuiltIn,
  isListOfAccount,
  itemsInWords,
  scheduleInWords,
  takesAddresses,
} from './provider-words.ts';
import './providers.css';
import {
  changeProvider,
  everyProviderQuery,
  providersQuery,
  refreshProvider,
  removeProvider,
  restoreProvider,
} from './providers.queries.ts';

/** Which dialog is open, and about which provider. */
type Opened =
  | { dialog: 'add' }
  | { dialog: 'edit' | 'try' | 'certificates' | 'remove'; provider: Provider }
  | { dialog: 'none' };

/** «Proveedores»: the lists from which the catalogue is made, with their refreshes. */
export function ProviderList() {
  const providers = useQuery(providersQuery());
  const [opened, setOpened] = useState<Opened>({ dialog: 'none' });
  const close = (): void => setOpened({ dialog: 'none' });
  const list = providers.data?.providers ?? [];
  return (
    <div className="providers">
      <p className="providers__intro">
        Agrega la lista o la cuenta Xtream de tu proveedor y Butaca la actualizará por ti. Los archivos que
        subes a mano también están aquí.
      </p>
      <div className="providers__acts providers__acts--start">
        <Button
          variant="primary"
          size="sm"
          icon={<ListPlus className="ico" />}
          render={<Link to={{ search: '?tab=add_list' }} />}
        >
          Agregar lista
        </Button>
        <Button
          size="sm"
          variant="line"
          icon={<Plus className="ico" />}
          onClick={() => setOpened({ dialog: 'add' })}
        >
          Agregar proveedor
        </Button>
      </div>
      {providers.isPending && <SkeletonRows count={4} label="Cargando proveedores..." />}
      {providers.isLoadingError && (
        <ErrorState
          title={messageOf(providers.error, 'No se pudieron cargar los proveedores.')}
          action={
            <Button variant="primary" size="sm" onClick={() => void providers.refetch()}>
              Reintentar
            </Button>
          }
        />
      )}
      {providers.isSuccess && list.length === 0 && (
        <EmptyState
          title="Todavía no hay proveedores."
          reason="Agrégalo paso a paso con la dirección de su lista o un archivo, o agrega tu cuenta: verás qué trae antes de publicar nada."
        />
      )}
      <ProviderQueue providers={list} />
      {list.length > 0 && <ProviderTable providers={list} onOpen={setOpened} />}
      {opened.dialog === 'add' && <ProviderDialog provider={undefined} onClose={close} />}
      {opened.dialog === 'edit' && <ProviderDialog provider={opened.provider} onClose={close} />}
      {opened.dialog === 'try' && <ProviderTrial provider={opened.provider} onClose={close} />}
      {opened.dialog === 'certificates' && (
        <ProviderCertificates provider={opened.provider} onClose={close} />
      )}
      {opened.dialog === 'remove' && <RemoveProvider provider={opened.provider} onClose={close} />}
    </div>
  );
}

function ProviderTable({
  providers,
  onOpen,
}: {
  providers: readonly Provider[];
  onOpen: (opened: Opened) => void;
}) {
  return (
    <Table
      label="Proveedores"
      className="providers__table"
      rows={providers}
      rowKey={({ _id }) => _id}
      columns={[
        {
          id: 'name',
          header: 'Proveedor',
          card: 'title',
          cell: (provider) => (
            <span className="providers__name">
              <b>{provider.name}</b>
              {provider.address !== '' && <small>{provider.address}</small>}
              {isListOfAccount(provider) && <small>Lista M3U de una cuenta, sin Xtream</small>}
            </span>
          ),
        },
        {
          id: 'state',
          header: 'Estado',
          cell: (provider) => <ProviderStanding provider={provider} />,
        },
        {
          id: 'items',
          header: 'Contiene',
          cell: (provider) => (
            <span className="providers__items">
              {[itemsInWords(provider), ...healthInWords(provider), ...backgroundInWords(provider)].map(
                (line) => (
                  <span key={line}>{line}</span>
                ),
              )}
            </span>
          ),
        },
        {
          id: 'schedule',
          header: 'Actualización',
          cell: (provider) => (
            <span className="providers__schedule">
              {scheduleInWords(provider).map((line) => (
                <span key={line}>{line}</span>
              ))}
            </span>
          ),
        },
        {
          id: 'actions',
          header: 'Acciones',
          align: 'end',
          card: 'actions',
          cell: (provider) => <ProviderActs provider={provider} onOpen={onOpen} />,
        },
      ]}
    />
  );
}

function ProviderStanding({ provider }: { provider: Provider }) {
  const { label, tone } = badgeOf(provider);
  const explanation = explainState(provider);
  return (
    <span className="providers__state">
      <Badge tone={tone}>{label}</Badge>
      {explanation !== '' && <span>{explanation}</span>}
      {provider.state === 'decision' && provider.waitingImportId !== null && (
        <Link to={{ search: `?tab=imports&id=${provider.waitingImportId}` }}>
          Revisar la lista <span className="vh">de {provider.name}</span>
        </Link>
      )}
      {provider.state !== 'decision' && provider.lastImportId !== null && (
        <Link to={{ search: `?tab=imports&id=${provider.lastImportId}` }}>
          Informe <span className="vh">de {provider.name}</span>
        </Link>
      )}
    </span>
  );
}

function ProviderActs({ provider, onOpen }: { provider: Provider; onOpen: (opened: Opened) => void }) {
  const { _id: id, name, kind, state, isPaused, readsAhead } = provider;
  const queryClient = useQueryClient();
  const act = useMutation({
    mutationFn: ({ call }: { call: () => Promise<unknown>; done: string }) => call(),
    onSuccess: (_answer, { done }) => notify.ok(done),
    onError: (error) => notify.error(messageOf(error, 'No se pudo cambiar el proveedor.')),
    onSettled: () => queryClient.invalidateQueries(everyProviderQuery),
  });
  const certificates = (
    <Act label="Certificados" name={name} onClick={() => onOpen({ dialog: 'certificates', provider })} />
  );
  if (isBuiltIn(provider))
    return takesAddresses(provider) ? <span className="providers__acts">{certificates}</span> : null;
  if (state === 'removed') {
    return (
      <span className="providers__acts">
        <Act
          label="Recuperar"
          name={name}
          onClick={() => act.mutate({ call: () => restoreProvider(id), done: 'Proveedor recuperado.' })}
        />
      </span>
    );
  }
  return (
    <span className="providers__acts">
      {kind !== 'file' && (
        <>
          <Act
            label="Actualizar ahora"
            name={name}
            disabled={state === 'refreshing'}
            onClick={() => act.mutate({ call: () => refreshProvider(id), done: 'Actualizando la lista...' })}
          />
          <Act
            label={isPaused ? 'Reanudar' : 'Pausar'}
            name={name}
            onClick={() =>
              act.mutate({
                call: () => changeProvider(id, { isPaused: !isPaused }),
                done: isPaused ? 'Actualizaciones reanudadas.' : 'Actualizaciones en pausa.',
              })
            }
          />
          <Act label="Probar" name={name} onClick={() => onOpen({ dialog: 'try', provider })} />
        </>
      )}
      <Act
        label={readsAhead ? 'Dejar de leer por adelantado' : 'Leer por adelantado'}
        name={name}
        onClick={() =>
          act.mutate({
            call: () => changeProvider(id, { readsAhead: !readsAhead }),
            done: readsAhead
              ? 'Solo se consultará lo que la gente suele abrir.'
              : 'Se leerá todo por adelantado.',
          })
        }
      />
      {certificates}
      <Act label="Editar" name={name} onClick={() => onOpen({ dialog: 'edit', provider })} />
      <Act label="Eliminar" name={name} onClick={() => onOpen({ dialog: 'remove', provider })} />
    </span>
  );
}

function Act({
  label,
  name,
  disabled = false,
  onClick,
}: {
  label: string;
  name: string;
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <Button size="xs" variant="line" quiet disabled={disabled} onClick={onClick}>
      {label} <span className="vh">{name}</span>
    </Button>
  );
}

/** Asks before a provider is removed; open while it is rendered. */
function RemoveProvider({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: () => removeProvider(provider._id),
    onSuccess: ({ message }) => notify.ok(message),
    onError: (error) => notify.error(messageOf(error, 'No se pudo eliminar el proveedor.')),
    onSettled: () => {
      onClose();
      void queryClient.invalidateQueries();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="¿Eliminar el proveedor?"
      confirmLabel="Eliminar proveedor"
      onConfirm={() => removal.mutate()}
      pending={removal.isPending}
    >
      {`Se ocultará lo que solo tiene «${provider.name}» (${itemsInWords(provider)}), y quien lo esté viendo dejará de verlo. Puedes recuperarlo durante 14 días; después se eliminará.`}
    </ConfirmDialog>
  );
}
