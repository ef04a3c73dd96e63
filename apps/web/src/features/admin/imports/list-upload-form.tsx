import { Button, FileField, ProgressBar } from '@butaca/ui';
import { Eye, Upload } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { ImportView } from './import-view.tsx';
import { PlansQuestion } from './plans-question.tsx';
import './imports.css';
import type { ListImport } from './use-list-import.ts';

interface ListUploadFormProps {
  list: ListImport;
  field: { label: string; name: string; accept: readonly string[]; hint: string };
  /** Additional fields of the form that uploads an M3U list, such as the category of the videos. */
  children?: ReactNode;
  onSubmit: () => void;
  onPreview: () => void;
}

/**
 * The form with the button «Subir lista», which imports an M3U list, and the button «Vista previa», which previews the
 * import; the progress and the result are shown below.
 */
export function ListUploadForm({ list, field, children, onSubmit, onPreview }: ListUploadFormProps) {
  const { current, failure, isBusy, percent } = list;
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <>
      <form className="upload" noValidate hidden={current?.status === 'preview'} onSubmit={handleSubmit}>
        <FileField
          label={field.label}
          name={field.name}
          accept={field.accept.join(',')}
          prompt="Arrastra aquí tu lista o elígela"
          hint={field.hint}
          file={list.file}
          onFileChange={list.chooseFile}
          disabled={isBusy}
          {...(failure?.field === 'file' && { error: failure.message })}
        />
        {children}
        <PlansQuestion plans={list.plans} disabled={isBusy} onChange={list.setPlans} />
        {percent !== undefined && (
          <div className="running">
            <ProgressBar
              value={percent < 100 ? percent : null}
              label={percent < 100 ? 'Subiendo...' : 'Archivo subido. Procesando contenido...'}
              detail={percent < 100 ? `${percent} %` : ''}
            />
          </div>
        )}
        <div className="upload__acts">
          <Button
            type="submit"
            variant="primary"
            size="sm"
            icon={<Upload className="ico" />}
            loading={isBusy}
          >
            {isBusy ? 'Procesando...' : 'Subir lista'}
          </Button>
          {percent === undefined ? (
            <Button size="sm" icon={<Eye className="ico" />} disabled={isBusy} onClick={onPreview}>
              Vista previa
            </Button>
          ) : (
            <Button size="sm" variant="line" onClick={list.stopUpload}>
              Cancelar
            </Button>
          )}
        </div>
      </form>
      {current !== undefined && (
        <ImportView shown={current} {...(current.status !== 'running' && { onLeave: list.forget })} />
      )}
    </>
  );
}
