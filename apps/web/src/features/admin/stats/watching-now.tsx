import type { Watcher } from '@butaca/contract';
import { Button, ConfirmDialog, notify, Table, TableTitle } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { everyStatsQuery, stopWatcher } from './stats.queries.ts';

/**
 * The table «Viendo ahora» of the dashboard: the people who are watching now, what each one watches, since when, and a
 * button that stops the playback.
 */
export function WatchingNow({ watching }: { watching: readonly Watcher[] }) {
  const queryClient = useQueryClient();
  const [stopped, setStopped] = useState<Watcher>();
  const stopping = useMutation({
    mutationFn: stopWatcher,
    onSuccess: ({ message }) => notify.ok(message),
    onError: (error) => notify.error(messageOf(error, 'No se pudo detener la reproducción.')),
    onSettled: () => {
      setStopped(undefined);
      void queryClient.invalidateQueries(everyStatsQuery);
    },
  });
  return (
    <section aria-labelledby="stats-watching">
      <h2 id="stats-watching">{`Viendo ahora (${watching.length.toLocaleString('es')})`}</h2>
      {watching.length === 0 ? (
        <p className="stats__quiet">Nadie está viendo nada en este momento.</p>
      ) : (
        <Table
          label="Viendo ahora"
          rows={watching}
          rowKey={({ accountId, deviceId }) => `${accountId} ${deviceId}`}
          columns={[
            {
              id: 'user',
              header: 'Usuario',
              card: 'title',
              cell: ({ username, deviceName }) => <TableTitle name={username} detail={deviceName} />,
            },
            { id: 'title', header: 'Título', cell: ({ title }) => title || 'Contenido eliminado' },
            {
              id: 'since',
              header: 'Desde',
              cell: ({ since }) => new Date(since).toLocaleTimeString('es', { timeStyle: 'short' }),
            },
            {
              id: 'actions',
              header: 'Acciones',
              align: 'end',
              card: 'actions',
              cell: (watcher) => (
                <Button size="xs" variant="danger-line" quiet onClick={() => setStopped(watcher)}>
                  Detener <span className="vh">a {watcher.username}</span>
                </Button>
              ),
            },
          ]}
        />
      )}
      <ConfirmDialog
        open={stopped !== undefined}
        onOpenChange={(isOpen) => {
          if (!isOpen) setStopped(undefined);
        }}
        title="¿Detener la reproducción?"
        confirmLabel="Detener"
        onConfirm={() => stopped !== undefined && stopping.mutate(stopped)}
        pending={stopping.isPending}
      >
        {`Se cortará «${stopped?.title ?? ''}» en el dispositivo «${stopped?.deviceName ?? ''}» de ${stopped?.username ?? ''}.`}
      </ConfirmDialog>
    </section>
  );
}
