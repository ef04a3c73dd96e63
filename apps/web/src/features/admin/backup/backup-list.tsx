import type { Backup } from '@butaca/contract';
import {
  Badge,
  Button,
  EmptyState,
  ErrorState,
  formatFileSize,
  IconButton,
  notify,
  SkeletonRows,
  Table,
} from '@butaca/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { DatabaseBackup, Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { momentInWords } from '../../../platform/moment.ts';
import './backup.css';
import { CreateBackup, DeleteBackup, RestoreBackup } from './backup-dialogs.tsx';
import { DownloadBackup } from './download-backup.tsx';
import { UploadBackup } from './backup-upload.tsx';
import { contentsInWords, originWords } from './backup-words.ts';
import { backupsQuery, createBackup } from './backups.queries.ts';

/**
 * «Copias de seguridad»: the table of the database backups on the server, which can be made, uploaded, downloaded,
 * restored and deleted.
 */
export function BackupList() {
  const queryClient = useQueryClient();
  const backups = useQuery(backupsQuery());
  const [pendingDeletion, setPendingDeletion] = useState<Backup>();
  const [chosen, setChosen] = useState<Backup>();
  const [wanted, setWanted] = useState<Backup>();
  const [isConfirming, setConfirming] = useState(false);
  const takesPassword = backups.data?.takesPassword === true;
  const creation = useMutation({
    mutationFn: () => createBackup(),
    onSuccess: () => notify.ok('Copia de seguridad creada.'),
    onError: (error) => notify.error(messageOf(error, 'No se pudo crear la copia de seguridad.')),
    onSettled: () => queryClient.invalidateQueries(backupsQuery()),
  });

  return (
    <div className="backups">
      <p className="backups__intro">
        Una copia guarda todos los datos: usuarios, canales, VODs, colecciones, progreso y registro. Contiene
        las direcciones de tus proveedores: guárdala en un lugar seguro, fuera de este servidor.
      </p>
      <div className="backups__bar">
        <Button
          variant="primary"
          size="sm"
          icon={<DatabaseBackup className="ico" />}
          loading={creation.isPending}
          onClick={() => (takesPassword ? setConfirming(true) : creation.mutate())}
        >
          {creation.isPending ? 'Creando copia...' : 'Crear copia'}
        </Button>
      </div>
      {backups.isPending && <SkeletonRows count={4} label="Cargando copias de seguridad..." />}
      {backups.isError && (
        <ErrorState
          title={messageOf(backups.error, 'No se pudieron cargar las copias de seguridad.')}
          action={
            <Button variant="primary" size="sm" onClick={() => void backups.refetch()}>
              Reintentar
            </Button>
          }
        />
      )}
      {backups.isSuccess && backups.data.backups.length === 0 && (
        <EmptyState
          title="Todavía no hay copias de seguridad."
          reason="Crea una antes de un cambio grande o sube una que tengas en otro lugar."
        />
      )}
      {backups.isSuccess && backups.data.backups.length > 0 && (
        <BackupTable
          backups={backups.data.backups}
          onRestore={setChosen}
          onDelete={setPendingDeletion}
          onDownload={setWanted}
        />
      )}
      {wanted && <DownloadBackup backup={wanted} onClose={() => setWanted(undefined)} />}
      <UploadBackup takesPassword={takesPassword} />
      {isConfirming && <CreateBackup onClose={() => setConfirming(false)} />}
      {pendingDeletion && (
        <DeleteBackup backup={pendingDeletion} onClose={() => setPendingDeletion(undefined)} />
      )}
      {chosen && (
        <RestoreBackup backup={chosen} current={backups.data?.current} onClose={() => setChosen(undefined)} />
      )}
    </div>
  );
}

interface BackupTableProps {
  backups: readonly Backup[];
  onRestore: (backup: Backup) => void;
  onDelete: (backup: Backup) => void;
  onDownload: (backup: Backup) => void;
}

function BackupTable({ backups, onRestore, onDelete, onDownload }: BackupTableProps) {
  return (
    <Table
      label="Copias de seguridad"
      rows={backups}
      rowKey={({ name }) => name}
      dense
      columns={[
        {
          id: 'name',
          header: 'Copia',
          card: 'title',
          cell: ({ name, origin, contents }) => (
            <span className="backups__name">
              <b>{name}</b>
              <small>{originWords[origin]}</small>
              {contents?.isOwn === false && <Badge>De otra instalación</Badge>}
            </span>
          ),
        },
        {
          id: 'moment',
          header: 'Fecha',
          cell: ({ contents }) =>
            contents === null ? (
              <Badge tone="danger">No se puede leer</Badge>
            ) : (
              momentInWords(contents.createdAt)
            ),
        },
        {
          id: 'contents',
          header: 'Contiene',
          cell: ({ contents }) => (contents === null ? '—' : contentsInWords(contents)),
        },
        {
          id: 'size',
          header: 'Tamaño',
          align: 'end',
          cell: ({ sizeBytes }) => <span className="num">{formatFileSize(sizeBytes)}</span>,
        },
        {
          id: 'actions',
          header: 'Acciones',
          align: 'end',
          card: 'actions',
          cell: (backup) => (
            <span className="backups__acts">
              {backup.contents !== null && (
                <Button size="xs" variant="line" quiet onClick={() => onRestore(backup)}>
                  Restaurar <span className="vh">{backup.name}</span>
                </Button>
              )}
              <IconButton label={`Descargar ${backup.name}`} onClick={() => onDownload(backup)}>
                <Download className="ico" />
              </IconButton>
              <IconButton label={`Eliminar ${backup.name}`} onClick={() => onDelete(backup)}>
                <Trash2 className="ico" />
              </IconButton>
            </span>
          ),
        },
      ]}
    />
  );
}
