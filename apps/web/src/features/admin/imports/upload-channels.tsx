import { channelListExtensions, messageDismissMs, type ChannelImport } from '@butaca/contract';
import { Button, FileField, Notice, ProgressBar, Table } from '@butaca/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../platform/api/api-error.ts';
import { uploadFile } from '../../../platform/api/upload.ts';

type Phase =
  | { kind: 'idle' }
  | { kind: 'uploading'; percent: number }
  | { kind: 'failed'; message: string }
  | { kind: 'done'; result: ChannelImport };

/** «Subir M3U Canales»: one file, how far it is, and what came of it. */
export function UploadChannels() {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [phase, setPhase] = useState<Phase>({ kind: 'idle' });

  useEffect(() => {
    if (phase.kind !== 'failed') return undefined;
    const timer = setTimeout(() => setPhase({ kind: 'idle' }), messageDismissMs);
    return () => clearTimeout(timer);
  }, [phase]);

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (file === null) {
      setPhase({ kind: 'failed', message: 'Por favor, selecciona un archivo M3U.' });
      return;
    }
    setPhase({ kind: 'uploading', percent: 0 });
    try {
      const result = await uploadFile('POST /api/channels/admin/process-m3u', { field: 'm3uFile', file }, (percent) =>
        setPhase({ kind: 'uploading', percent }),
      );
      setFile(null);
      setPhase({ kind: 'done', result });
      void queryClient.invalidateQueries();
    } catch (error) {
      setPhase({ kind: 'failed', message: messageOf(error, 'Error al procesar el archivo M3U.') });
    }
  }

  const isUploading = phase.kind === 'uploading';
  return (
    <>
      <form className="upload" noValidate onSubmit={(event) => void handleSubmit(event)}>
        <FileField
          label="Lista de canales"
          name="m3uFile"
          accept={channelListExtensions.join(',')}
          prompt="Arrastra aquí tu lista o elígela"
          hint="Los canales que ya existen se actualizan; ninguno se borra."
          file={file}
          onFileChange={(chosen) => {
            setFile(chosen);
            setPhase({ kind: 'idle' });
          }}
          disabled={isUploading}
          {...(phase.kind === 'failed' && { error: phase.message })}
        />
        {isUploading && (
          <ProgressBar
            value={phase.percent < 100 ? phase.percent : null}
            label={phase.percent < 100 ? 'Subiendo...' : 'Archivo subido. Procesando contenido...'}
            detail={phase.percent < 100 ? `${phase.percent} %` : ''}
          />
        )}
        <div>
          <Button
            type="submit"
            variant="primary"
            size="sm"
            icon={<Upload className="ico" />}
            loading={isUploading}
          >
            {isUploading ? 'Procesando...' : 'Subir lista'}
          </Button>
        </div>
      </form>
      {phase.kind === 'done' && <UploadResult result={phase.result} />}
    </>
  );
}

function UploadResult({ result }: { result: ChannelImport }) {
  const counts = [
    ['Añadidos', result.added],
    ['Actualizados', result.updated],
    ['Duplicados', result.duplicates],
    ['Omitidos', result.skipped],
  ] as const;
  return (
    <section className="result" aria-label="Resultado de la importación">
      <Notice
        tone={result.added + result.updated > 0 ? 'ok' : 'info'}
        action={
          <Button size="sm" variant="line" render={<Link to={{ search: '?tab=manage_channels' }} />}>
            Ver canales
          </Button>
        }
      >
        {result.message}
      </Notice>
      <dl className="result__counts">
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{count.toLocaleString('es')}</dd>
          </div>
        ))}
      </dl>
      {result.errors.length > 0 && (
        <>
          <h2>
            {result.errors.length < result.skipped
              ? `Líneas omitidas (las primeras ${result.errors.length} de ${result.skipped})`
              : 'Líneas omitidas'}
          </h2>
          <Table
            label="Líneas omitidas"
            dense
            rows={result.errors}
            rowKey={({ line, reason }) => `${line} ${reason}`}
            columns={[
              { id: 'line', header: 'Línea', cell: ({ line }) => line, align: 'end', width: '6rem' },
              { id: 'reason', header: 'Motivo', cell: ({ reason }) => reason, card: 'title' },
            ]}
          />
        </>
      )}
    </section>
  );
}
