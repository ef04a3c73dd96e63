import { sectionListExtensions, uploadSections, type Import, type UploadSection } from '@butaca/contract';
import { Button, DeniedState, FileField, Notice, ProgressBar, Select } from '@butaca/ui';
import { Upload } from 'lucide-react';
import { useState, useSyncExternalStore, type FormEvent } from 'react';
import { Link } from 'react-router';
import { paths } from '../../shared/paths.ts';
import { restoreSession } from '../../platform/session/session-storage.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import './admin.css';
import { BulkUploadInstructions } from './imports/bulk-upload-instructions.tsx';
import { ImportAccess } from './imports/import-access.tsx';
import { ImportProgress } from './imports/import-progress.tsx';
import './imports/imports.css';
import { uploadSectionList } from './imports/imports.queries.ts';
import { PlansQuestion } from './imports/plans-question.tsx';
import { useListImport } from './imports/use-list-import.ts';

const isOfSection = ({ kind }: Import): boolean => kind === 'section';
const isM3u = ({ name }: File): boolean =>
  sectionListExtensions.some((extension) => name.toLowerCase().endsWith(extension));

/** «Subida por secciones»: administrators upload an M3U file whose entries all belong to one section. */
export function BulkUploadScreen() {
  const session = useSyncExternalStore(sessionStore.subscribe, sessionStore.read);
  const isAllowed = session.status === 'authenticated' && session.user.role === 'admin';
  return (
    <main className="page" id="contenido" tabIndex={-1}>
      {isAllowed ? (
        <>
          <div className="page__head">
            <h1>Subida por secciones</h1>
            <div className="page__tools">
              <Button size="sm" variant="line" render={<Link to={paths.admin} />}>
                Panel de Administración
              </Button>
            </div>
          </div>
          <div className="bulk">
            <BulkUploadForm />
            <BulkUploadInstructions />
          </div>
        </>
      ) : (
        <DeniedState
          headingLevel={1}
          title="Acceso Denegado"
          reason="No tienes permisos para acceder a esta página."
        />
      )}
    </main>
  );
}

function BulkUploadForm() {
  const list = useListImport({ isMine: isOfSection, fallback: 'Error al subir el archivo' });
  const [section, setSection] = useState<UploadSection>();
  const { current, failure, file, isBusy, percent, plans } = list;

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (file === null || section === undefined) {
      list.fail('file', 'Por favor selecciona un archivo y una sección');
      return;
    }
    if (restoreSession() === undefined) {
      list.fail('file', 'No estás autenticado');
      return;
    }
    void list.send((onPercent, signal) => uploadSectionList(section, { file, plans, onPercent, signal }));
  }

  return (
    <div className="bulk__form">
      <form className="upload" noValidate onSubmit={handleSubmit}>
        <Select
          label="Sección"
          disabled={isBusy}
          options={[
            { value: '', label: 'Selecciona una sección' },
            ...uploadSections.map(({ key, displayName }) => ({ value: key, label: displayName })),
          ]}
          value={section ?? ''}
          onChange={(event) =>
            setSection(uploadSections.find(({ key }) => key === event.currentTarget.value)?.key)
          }
        />
        <FileField
          label="Archivo M3U"
          name="file"
          accept={sectionListExtensions.join(',')}
          prompt="Arrastra aquí tu archivo o elígelo"
          file={file}
          onFileChange={(chosen) => {
            const isWrong = chosen !== null && !isM3u(chosen);
            list.chooseFile(isWrong ? null : chosen);
            if (isWrong) list.fail('file', 'Por favor selecciona un archivo .m3u');
          }}
          disabled={isBusy}
          {...(failure !== undefined && { error: failure.message })}
        />
        <PlansQuestion plans={plans} disabled={isBusy} onChange={list.setPlans} />
        {percent !== undefined && (
          <ProgressBar
            value={percent < 100 ? percent : null}
            label={percent < 100 ? 'Subiendo...' : 'Archivo subido. Procesando contenido...'}
            detail={percent < 100 ? `${percent} %` : ''}
          />
        )}
        <div className="upload__acts">
          <Button
            type="submit"
            variant="primary"
            icon={<Upload className="ico" />}
            loading={isBusy}
            disabled={file === null || section === undefined}
          >
            {isBusy ? 'Subiendo...' : 'Subir archivo'}
          </Button>
          {percent !== undefined && (
            <Button variant="line" onClick={list.stopUpload}>
              Cancelar
            </Button>
          )}
        </div>
      </form>
      {current?.status === 'running' && <ImportProgress running={current} />}
      {current?.status === 'done' && (
        <Notice
          tone="ok"
          onClose={list.forget}
          action={
            <Button
              size="sm"
              variant="line"
              render={<Link to={`${paths.admin}?tab=imports&id=${current._id}`} />}
            >
              Ver informe
            </Button>
          }
        >
          {describeSectionResult(current)}
        </Notice>
      )}
      {current?.status === 'done' && current.access !== null && (
        <ImportAccess id={current._id} access={current.access} />
      )}
    </div>
  );
}

/**
 * The sentence about a finished «Subida por secciones» upload. Entries that existed already count as duplicates, even
 * if the import updated them.
 *
 * @see docs/requisitos.md, R8.18
 */
function describeSectionResult({ added, updated, duplicates }: Import): string {
  return `Subida exitosa: ${added} elementos añadidos, ${updated + duplicates} duplicados encontrados`;
}
