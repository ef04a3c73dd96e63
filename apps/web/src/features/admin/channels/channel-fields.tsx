import { messageDismissMs } from '@butaca/contract';
import { Button, LogoTile, notify, Switch, TextArea, TextField } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { adminMessageOf, detailsOf, isOvertaken } from '../editing/admin-message.ts';
import '../editing/editor.css';
import { LeaveGuard } from '../editing/leave-guard.tsx';
import { PlanCheckboxes } from '../editing/plan-checkboxes.tsx';
import { ChannelSources } from './channel-sources.tsx';
import { findChannelFault, toChannelBody, type ChannelForm } from './channel-form.ts';
import { createChannel, updateChannel } from './channels.queries.ts';

interface Fault {
  path: string;
  message: string;
  /** Somebody else saved first: it stays until what they saved was loaded. */
  isOvertaken?: boolean;
}

interface ChannelFieldsProps {
  /** Of the one that is changed; `undefined` for a new one. */
  id: string | undefined;
  initial: ChannelForm;
  /** Loads anew what somebody else has changed meanwhile, in place of what was typed. */
  onReload?: () => Promise<void>;
}

/** Every field of a channel. */
export function ChannelFields({ id, initial, onReload }: ChannelFieldsProps) {
  const [loaded] = useState(initial);
  const [form, setForm] = useState(loaded);
  const [fault, setFault] = useState<Fault>();
  const isSaved = useRef(false);
  const latest = useRef(form);
  useLayoutEffect(() => {
    latest.current = form;
  });
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const from = (useLocation().state as { from?: unknown } | null)?.from;

  const set = <K extends keyof ChannelForm>(name: K, value: ChannelForm[K]): void =>
    setForm((before) => ({ ...before, [name]: value }));
  const typed =
    (name: keyof ChannelForm) =>
    ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setForm((before) => ({ ...before, [name]: value }));
  const isDirty = useCallback(
    () => !isSaved.current && JSON.stringify(latest.current) !== JSON.stringify(loaded),
    [loaded],
  );
  const leave = (): void =>
    void navigate({ search: typeof from === 'string' && from !== '' ? from : '?tab=manage_channels' });

  useEffect(() => {
    if (fault === undefined || fault.isOvertaken === true) return undefined;
    const timer = setTimeout(() => setFault(undefined), messageDismissMs);
    return () => clearTimeout(timer);
  }, [fault]);

  const saving = useMutation({
    mutationFn: () =>
      id === undefined
        ? createChannel({ ...toChannelBody(form), name: form.name })
        : updateChannel(id, toChannelBody(form, loaded)),
    onSuccess: ({ name }) => {
      isSaved.current = true;
      notify.ok(id === undefined ? `Canal «${name}» creado.` : `Canal «${name}» actualizado.`);
      void queryClient.invalidateQueries();
      leave();
    },
    onError: (error) => {
      const call = id === undefined ? 'Admin: Error al crear canal.' : 'Admin: Error al actualizar canal.';
      setFault({
        path: detailsOf(error)[0]?.path ?? '',
        message: adminMessageOf(error, { call, panel: 'Error al guardar canal.' }),
        isOvertaken: isOvertaken(error),
      });
    },
  });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const found = findChannelFault(form);
    setFault(found);
    if (found === undefined) saving.mutate();
    else document.getElementById(`canal-${found.path}`)?.focus();
  }

  function handleCancel(): void {
    if (id !== undefined) leave();
    else {
      setForm(loaded);
      setFault(undefined);
    }
  }

  const errorAt = (path: string): string | undefined => (fault?.path === path ? fault.message : undefined);
  // A picture of somebody else's server is never loaded from the page: what is there is shown once it was saved.
  const logo =
    id !== undefined && form.logo !== '' && form.logo === loaded.logo
      ? `/api/images/channel/${id}/320`
      : null;
  return (
    <form
      className="editor"
      noValidate
      aria-label={id === undefined ? 'Nuevo canal' : 'Canal'}
      onSubmit={handleSubmit}
    >
      <h2>{id === undefined ? 'Nuevo canal' : `Editar «${loaded.name}»`}</h2>
      <div className="editor__grid">
        <TextField
          id="canal-name"
          label="Nombre"
          className="editor__wide"
          required
          value={form.name}
          onChange={typed('name')}
          error={errorAt('name')}
        />
        <TextField
          label="Sección"
          value={form.section}
          onChange={typed('section')}
          error={errorAt('section')}
        />
        <ChannelSources
          sources={form.sources}
          onSourcesChange={(sources) => set('sources', sources)}
          errorAt={errorAt}
        />
        <div className="editor__logo editor__wide">
          <TextField
            id="canal-logo"
            label="Logo"
            type="url"
            placeholder="https://…"
            hint="Se ve a la derecha cuando está guardado."
            value={form.logo}
            onChange={typed('logo')}
            error={errorAt('logo')}
          />
          <div className="editor__tile">
            <LogoTile name={form.name || 'Canal'} logoUrl={logo} eager />
          </div>
        </div>
        <TextField
          label="Imagen propia"
          type="url"
          placeholder="https://…"
          value={form.customThumbnail}
          onChange={typed('customThumbnail')}
          error={errorAt('customThumbnail')}
        />
        <TextField
          label="Imagen de la lista"
          type="url"
          placeholder="https://…"
          value={form.thumbnail}
          onChange={typed('thumbnail')}
          error={errorAt('thumbnail')}
        />
        <TextArea
          label="Descripción"
          className="editor__all"
          value={form.description}
          onChange={typed('description')}
          error={errorAt('description')}
        />
        <PlanCheckboxes
          value={form.requiresPlan}
          onValueChange={(plans) => set('requiresPlan', plans)}
          hint="Sin ninguno, los de TV en Vivo."
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
          <Switch
            label="Visible sin iniciar sesión"
            checked={form.isPubliclyVisible}
            onChange={({ currentTarget }) => set('isPubliclyVisible', currentTarget.checked)}
          />
        </div>
      </div>
      <div className="editor__actions">
        {fault !== undefined && (
          <p className="editor__fault" role="alert">
            {fault.message}
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
