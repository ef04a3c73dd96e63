import {
  kidsCategory,
  mainSections,
  messageDismissMs,
  seriesCategories,
  videoTypeNames,
  videoTypes,
} from '@butaca/contract';
import { Button, Notice, notify, Select, Switch, TextArea, TextField } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { adminMessageOf, detailsOf, isOvertaken } from '../editing/admin-message.ts';
import '../editing/editor.css';
import { LeaveGuard } from '../editing/leave-guard.tsx';
import { PlanCheckboxes } from '../editing/plan-checkboxes.tsx';
import { SeasonEditor } from './seasons/season-editor.tsx';
import type { SeasonForm } from './seasons/season-list.ts';
import './seasons/seasons.css';
import { findFormFault, isFilm, toVideoBody, type VideoForm } from './video-form.ts';
import { PictureFields } from './picture-fields.tsx';
import { createVideo, updateVideo } from './videos.queries.ts';

interface Fault {
  path: string;
  message: string;
  /** Somebody else saved first: it stays until what they saved was loaded. */
  isOvertaken?: boolean;
}

interface VideoFieldsProps {
  /** Of the one that is changed; `undefined` for a new one. */
  id: string | undefined;
  initial: VideoForm;
  /** Loads anew what somebody else has changed meanwhile, in place of what was typed. */
  onReload?: () => Promise<void>;
}

/** Every field of a video. */
export function VideoFields({ id, initial, onReload }: VideoFieldsProps) {
  const [loaded, setLoaded] = useState(initial);
  const [form, setForm] = useState(loaded);
  const [fault, setFault] = useState<Fault>();
  const [isChecked, setChecked] = useState(false);
  const isSaved = useRef(false);
  const latest = useRef(form);
  useLayoutEffect(() => {
    latest.current = form;
  });
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const from = (useLocation().state as { from?: unknown } | null)?.from;

  const set = <K extends keyof VideoForm>(name: K, value: VideoForm[K]): void =>
    setForm((before) => ({ ...before, [name]: value }));
  const typed =
    (name: keyof VideoForm) =>
    ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setForm((before) => ({ ...before, [name]: value }));
  const changeSeasons = useCallback(
    (change: (seasons: readonly SeasonForm[]) => readonly SeasonForm[]) =>
      setForm((before) => ({ ...before, seasons: change(before.seasons) })),
    [],
  );
  const isDirty = useCallback(
    () => !isSaved.current && JSON.stringify(latest.current) !== JSON.stringify(loaded),
    [loaded],
  );

  useEffect(() => {
    if (fault === undefined || fault.isOvertaken === true) return undefined;
    const timer = setTimeout(() => setFault(undefined), messageDismissMs);
    return () => clearTimeout(timer);
  }, [fault]);

  const leave = (): void =>
    void navigate({ search: typeof from === 'string' && from !== '' ? from : '?tab=manage_vod' });

  const saving = useMutation({
    mutationFn: () =>
      id === undefined ? createVideo(toVideoBody(form)) : updateVideo(id, toVideoBody(form, loaded)),
    onSuccess: ({ title }) => {
      isSaved.current = true;
      notify.ok(id === undefined ? `VOD «${title}» creado.` : `VOD «${title}» actualizado.`);
      void queryClient.invalidateQueries();
      leave();
    },
    onError: (error) => {
      const details = detailsOf(error);
      const call = id === undefined ? 'Admin: Error al crear VOD.' : 'Admin: Error al actualizar VOD.';
      const message = adminMessageOf(error, { call, panel: 'Error al guardar VOD.' });
      const others = details.slice(1).map((detail) => detail.message);
      setFault({
        path: details[0]?.path ?? '',
        message: id === undefined ? message : [message, ...new Set(others)].join(' '),
        isOvertaken: isOvertaken(error),
      });
    },
  });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    const isYear = /^(?:\d{4})?$/.test(form.releaseYear.trim());
    const found =
      findFormFault(form) ??
      (isYear ? undefined : { path: 'releaseYear', message: 'El año debe tener cuatro cifras.' });
    setFault(found);
    if (found === undefined) saving.mutate();
    else document.getElementById(`vod-${found.path}`)?.focus();
  }

  function handleCancel(): void {
    if (id !== undefined) leave();
    else {
      setForm(initial);
      setLoaded(initial);
      setFault(undefined);
      setChecked(false);
    }
  }

  // Of a list, the server names the entry: genres.0.
  const errorAt = (path: string): string | undefined =>
    fault?.path === path || fault?.path.startsWith(`${path}.`) ? fault.message : undefined;
  const film = isFilm(form);
  const lostSeasons = film ? loaded.seasons.length : 0;
  return (
    <form
      className="editor"
      noValidate
      aria-label={id === undefined ? 'Nuevo VOD' : 'VOD'}
      onSubmit={handleSubmit}
    >
      <h2>{id === undefined ? 'Nuevo VOD' : `Editar «${loaded.title}»`}</h2>
      <div className="editor__grid">
        <TextField
          id="vod-title"
          label="Título"
          className="editor__wide"
          required
          value={form.title}
          onChange={typed('title')}
          error={errorAt('title')}
        />
        <Select
          id="vod-tipo"
          label="Tipo"
          options={videoTypes.map((tipo) => ({ value: tipo, label: videoTypeNames[tipo] }))}
          value={form.tipo}
          onChange={typed('tipo')}
          error={errorAt('tipo')}
        />
        {form.tipo === 'zona kids' && (
          <Select
            label="Formato"
            options={[
              { value: 'temporadas', label: 'Con temporadas' },
              { value: 'pelicula', label: 'Película' },
            ]}
            value={form.isKidsFilm ? 'pelicula' : 'temporadas'}
            onChange={({ currentTarget }) => set('isKidsFilm', currentTarget.value === 'pelicula')}
          />
        )}
        {form.tipo === 'pelicula' && (
          <Select
            label="Sección"
            options={[
              ...(form.mainSection === '' || loaded.mainSection === ''
                ? [{ value: '', label: 'Sin sección' }]
                : []),
              ...mainSections.map(({ key, displayName }) => ({ value: key, label: displayName })),
            ]}
            value={form.mainSection}
            onChange={typed('mainSection')}
          />
        )}
        {form.tipo === 'serie' && (
          <Select
            label="Subcategoría"
            options={[...seriesCategories, kidsCategory].map((name) => ({ value: name, label: name }))}
            value={form.subcategoria}
            onChange={typed('subcategoria')}
          />
        )}
        <TextField
          id="vod-releaseYear"
          label="Año"
          inputMode="numeric"
          value={form.releaseYear}
          onChange={typed('releaseYear')}
          error={errorAt('releaseYear')}
        />
        {film && (
          <TextField
            id="vod-url"
            label="URL del video"
            className="editor__wide"
            type="url"
            required
            placeholder="https://…"
            value={form.url}
            onChange={typed('url')}
            error={errorAt('url')}
          />
        )}
        <TextField
          label="Géneros"
          className="editor__wide"
          hint="Separados por comas: Drama, Comedia"
          value={form.genres}
          onChange={typed('genres')}
          error={errorAt('genres')}
        />
        <TextArea
          label="Descripción"
          className="editor__all"
          value={form.description}
          onChange={typed('description')}
          error={errorAt('description')}
        />
        <PictureFields form={form} onTyped={typed} errorAt={errorAt} />
        <PlanCheckboxes
          value={form.requiresPlan}
          onValueChange={(plans) => set('requiresPlan', plans)}
          hint="Sin ninguno, los de su sección."
        />
        <div className="editor__switches">
          <Switch
            label="Activo"
            checked={form.active}
            onChange={({ currentTarget }) => set('active', currentTarget.checked)}
          />
          <Switch
            label="Destacado"
            checked={form.isFeatured}
            onChange={({ currentTarget }) => set('isFeatured', currentTarget.checked)}
          />
        </div>
      </div>
      {lostSeasons > 0 && (
        <Notice tone="warn">
          {lostSeasons === 1
            ? 'Al guardar como película se eliminará su temporada con todos sus capítulos.'
            : `Al guardar como película se eliminarán sus ${lostSeasons} temporadas con todos sus capítulos.`}
        </Notice>
      )}
      {!film && (
        <SeasonEditor
          seasons={form.seasons}
          onSeasonsChange={changeSeasons}
          faultKey={keyOfFault(form, fault)}
          isChecked={isChecked}
        />
      )}
      <div className="editor__actions">
        {fault !== undefined && (
          <p className="editor__fault" role="alert">
            {describeFault(form, fault)}
          </p>
        )}
        {fault?.isOvertaken === true && (
          <Button onClick={() => void onReload?.()} disabled={saving.isPending}>
            Cargar de nuevo
          </Button>
        )}
        <Button variant="ghost" onClick={handleCancel} disabled={saving.isPending}>
          Cancelar
        </Button>
        <Button type="submit" variant="primary" loading={saving.isPending}>
          {saving.isPending ? 'Procesando...' : 'Guardar'}
        </Button>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </form>
  );
}

const seasonPath = /^seasons\.(\d+)(?:\.chapters\.(\d+))?/;

/** The season or the chapter that a path names. */
function readPath({ seasons }: VideoForm, fault: Fault | undefined) {
  const [, seasonAt, chapterAt] = seasonPath.exec(fault?.path ?? '') ?? [];
  const season = seasonAt === undefined ? undefined : seasons[Number(seasonAt)];
  const chapter = chapterAt === undefined ? undefined : season?.chapters[Number(chapterAt)];
  return { season, chapter };
}

function keyOfFault(form: VideoForm, fault: Fault | undefined): string | undefined {
  const { season, chapter } = readPath(form, fault);
  return chapter?.key ?? season?.key;
}

/** A sentence of the server about one field of one chapter says of which. */
function describeFault(form: VideoForm, fault: Fault): string {
  const { season, chapter } = readPath(form, fault);
  const isOfField = /\.(?:url|title|thumbnail|duration|description|chapterNumber)$/.test(fault.path);
  if (season === undefined || chapter === undefined || !isOfField) return fault.message;
  return `Temporada ${season.seasonNumber}, «${chapter.title}»: ${fault.message}`;
}
