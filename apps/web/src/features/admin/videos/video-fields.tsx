import { Notice } from '@butaca/ui';
import { useCallback } from 'react';
import { adminMessageOf, detailsOf } from '../editing/admin-message.ts';
import { EditorForm } from '../editing/editor-form.tsx';
import { PublicationFields } from '../editing/publication-fields.tsx';
import { useEditor, type EditorFault } from '../editing/use-editor.ts';
import { ImageFields } from './image-fields.tsx';
import { SeasonEditor } from './seasons/season-editor.tsx';
import type { SeasonForm } from './seasons/season-list.ts';
import './seasons/seasons.css';
import { TitleFields } from './title-fields.tsx';
import { describeFault, keyOfFault } from './video-fault.ts';
import { findFormFault, isFilm, toVideoBody, type VideoForm } from './video-form.ts';
import { createVideo, updateVideo } from './videos.queries.ts';

interface VideoFieldsProps {
  /** The id of the video that the form edits; `undefined` for a new video. */
  id: string | undefined;
  initial: VideoForm;
  /** Loads the version of the video that another administrator has saved meanwhile, and discards what was typed. */
  onReload?: () => Promise<void>;
}

/** The form that edits a video: title, images, publication, and for a series its seasons and chapters. */
export function VideoFields({ id, initial, onReload }: VideoFieldsProps) {
  const editor = useEditor({
    id,
    initial,
    fieldPrefix: 'vod',
    listTab: 'manage_vod',
    findFault,
    save: (form: VideoForm, loaded) =>
      id === undefined ? createVideo(toVideoBody(form)) : updateVideo(id, toVideoBody(form, loaded)),
    describeSaved: ({ title }) =>
      id === undefined ? `VOD «${title}» creado.` : `VOD «${title}» actualizado.`,
    describeFailure: (error) => describeFailure(error, id === undefined),
  });
  const { form, setForm, loaded, fault } = editor;
  const changeSeasons = useCallback(
    (change: (seasons: readonly SeasonForm[]) => readonly SeasonForm[]) =>
      setForm((before) => ({ ...before, seasons: change(before.seasons) })),
    [setForm],
  );
  const film = isFilm(form);
  return (
    <EditorForm
      label={id === undefined ? 'Nuevo VOD' : 'VOD'}
      title={id === undefined ? 'Nuevo VOD' : `Editar «${loaded.title}»`}
      editor={editor}
      faultText={fault && describeFault(form, fault)}
      onReload={onReload}
    >
      <div className="editor__grid">
        <TitleFields editor={editor} />
        <ImageFields form={form} onTyped={editor.typed} errorAt={editor.errorAt} />
        <PublicationFields
          value={form}
          onValueChange={(name, value) => setForm((before) => ({ ...before, [name]: value }))}
          plansHint="Si no marcas ninguno, valen los de su sección."
        />
      </div>
      {film && <LostSeasons count={loaded.seasons.length} />}
      {!film && (
        <SeasonEditor
          seasons={form.seasons}
          onSeasonsChange={changeSeasons}
          faultKey={keyOfFault(form, fault)}
          isChecked={editor.isChecked}
        />
      )}
    </EditorForm>
  );
}

function findFault(form: VideoForm): EditorFault | undefined {
  const isYear = /^(?:\d{4})?$/.test(form.releaseYear.trim());
  const found = findFormFault(form);
  return found ?? (isYear ? undefined : { path: 'releaseYear', message: 'El año debe tener cuatro cifras.' });
}

/**
 * The error message after a failed save of a video; for an existing video, with the messages about every field that the
 * server refused.
 */
function describeFailure(error: unknown, isNew: boolean): string {
  const call = isNew ? 'Admin: Error al crear VOD.' : 'Admin: Error al actualizar VOD.';
  const message = adminMessageOf(error, { call, panel: 'Error al guardar VOD.' });
  if (isNew) return message;
  const others = detailsOf(error).slice(1);
  return [message, ...new Set(others.map((detail) => detail.message))].join(' ');
}

/** A warning in the video editor that a series loses its seasons when it is saved as a film. */
function LostSeasons({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Notice tone="warn">
      {count === 1
        ? 'Al guardar como película se eliminará su temporada con todos sus capítulos.'
        : `Al guardar como película se eliminarán sus ${count} temporadas con todos sus capítulos.`}
    </Notice>
  );
}
