import { Badge, Button, ErrorState, formatFileSize, SkeletonRows } from '@butaca/ui';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { messageOf } from '../../../platform/api/api-error.ts';
import { momentInWords } from '../../../platform/moment.ts';
import { ImportView } from './import-view.tsx';
import { describeForm, statusWords } from './import-words.ts';
import { useWatchedImport } from './use-watched-import.ts';

/** One import of an M3U list: who started it and when, its file, its result, and what became of each entry. */
export function ImportDetails({ id }: { id: string }) {
  const found = useWatchedImport(id);
  return (
    <div className="imports">
      <div>
        <Button
          size="sm"
          variant="ghost"
          icon={<ArrowLeft className="ico" />}
          render={<Link to={{ search: '?tab=imports' }} />}
        >
          Todas las importaciones
        </Button>
      </div>
      {found.isPending && <SkeletonRows count={6} label="Cargando importación..." />}
      {found.isError && found.data === undefined && (
        <ErrorState
          title={messageOf(found.error, 'No se pudo cargar la importación.')}
          action={
            <Button variant="primary" size="sm" onClick={() => void found.refetch()}>
              Reintentar
            </Button>
          }
        />
      )}
      {found.data !== undefined && (
        <>
          <header className="imports__head">
            <h2>{found.data.fileName}</h2>
            <Badge tone={statusWords[found.data.status].tone}>{statusWords[found.data.status].label}</Badge>
            <p>
              {[
                describeForm(found.data),
                ...(found.data.size > 0 ? [formatFileSize(found.data.size)] : []),
                found.data.username,
                momentInWords(found.data.createdAt),
              ].join(' · ')}
            </p>
          </header>
          <ImportView shown={found.data} isDetailed />
        </>
      )}
    </div>
  );
}
