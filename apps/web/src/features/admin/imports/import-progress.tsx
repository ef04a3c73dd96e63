import type { Import } from '@butaca/contract';
import { Button, notify, ProgressBar } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../platform/api/api-error.ts';
import { describeProgress, percentOf } from './import-words.ts';
import { cancelImport, everyImportQuery } from './imports.queries.ts';

/** The progress bar of an import that runs on the server, and a button that cancels the import. */
export function ImportProgress({ running }: { running: Import }) {
  const queryClient = useQueryClient();
  const cancelling = useMutation({
    mutationFn: () => cancelImport(running._id),
    onError: (error) => notify.error(messageOf(error, 'No se pudo cancelar la importación.')),
    onSettled: () => queryClient.invalidateQueries(everyImportQuery),
  });
  return (
    <section className="running" aria-label={`Importación en curso: ${running.fileName}`}>
      <ProgressBar
        value={percentOf(running)}
        label={running.phase === 'receiving' ? 'Subiendo...' : 'Archivo subido. Procesando contenido...'}
        detail={describeProgress(running)}
      />
      <div className="running__foot">
        <span>
          {`«${running.fileName}», de ${running.username}.`}
          {running.phase !== 'receiving' && ' Puedes salir de esta página: sigue en el servidor.'}
        </span>
        <Button size="sm" variant="line" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
          {cancelling.isPending ? 'Cancelando...' : 'Cancelar'} <span className="vh">la importación</span>
        </Button>
      </div>
    </section>
  );
}
