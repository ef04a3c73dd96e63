import { Button } from '@butaca/ui';
import type { FormEvent, ReactNode } from 'react';
import './editor.css';
import { LeaveGuard } from './leave-guard.tsx';
import type { EditorFault } from './use-editor.ts';

interface EditorFormProps {
  /** The name that screen readers get for the form of the video or channel editor. */
  label: string;
  title: string;
  editor: {
    fault: EditorFault | undefined;
    isSaving: boolean;
    isDirty: () => boolean;
    submit: (event: FormEvent) => void;
    cancel: () => void;
  };
  /** The message above the buttons that says why the video or channel cannot be saved. */
  faultText: string | undefined;
  /**
   * Loads the version of the video or channel that another administrator has saved meanwhile, and discards what was
   * typed.
   */
  onReload: (() => Promise<void>) | undefined;
  children: ReactNode;
}

/** The frame that the video editor and the channel editor share: heading, form fields, error message and buttons. */
export function EditorForm({ label, title, editor, faultText, onReload, children }: EditorFormProps) {
  const { fault, isSaving } = editor;
  return (
    <form className="editor" noValidate aria-label={label} onSubmit={editor.submit}>
      <h2>{title}</h2>
      {children}
      <div className="editor__actions">
        {faultText !== undefined && (
          <p className="editor__fault" role="alert">
            {faultText}
          </p>
        )}
        {fault?.isOvertaken === true && (
          <Button onClick={() => void onReload?.()} disabled={isSaving}>
            Cargar de nuevo
          </Button>
        )}
        <Button variant="ghost" onClick={editor.cancel} disabled={isSaving}>
          Cancelar
        </Button>
        <Button type="submit" variant="primary" loading={isSaving}>
          {isSaving ? 'Procesando...' : 'Guardar'}
        </Button>
      </div>
      <LeaveGuard isDirty={editor.isDirty} />
    </form>
  );
}
