import { LogoTile, TextArea, TextField } from '@butaca/ui';
import { adminMessageOf } from '../editing/admin-message.ts';
import { EditorForm } from '../editing/editor-form.tsx';
import { PublicationFields } from '../editing/publication-fields.tsx';
import { useEditor, type Editor } from '../editing/use-editor.ts';
import { findChannelFault, toChannelBody, type ChannelForm } from './channel-form.ts';
import { ChannelSources } from './channel-sources.tsx';
import { createChannel, updateChannel } from './channels.queries.ts';

interface ChannelFieldsProps {
  /** The id of the channel that is edited; `undefined` for a new one. */
  id: string | undefined;
  initial: ChannelForm;
  /** Loads what another administrator has saved meanwhile, and discards what was typed. */
  onReload?: () => Promise<void>;
}

/** Every form field of a channel. */
export function ChannelFields({ id, initial, onReload }: ChannelFieldsProps) {
  const editor = useEditor({
    id,
    initial,
    fieldPrefix: 'canal',
    listTab: 'manage_channels',
    findFault: findChannelFault,
    save: (form: ChannelForm, loaded) =>
      id === undefined
        ? createChannel({ ...toChannelBody(form), name: form.name })
        : updateChannel(id, toChannelBody(form, loaded)),
    describeSaved: ({ name }) =>
      id === undefined ? `Canal «${name}» creado.` : `Canal «${name}» actualizado.`,
    describeFailure: (error) =>
      adminMessageOf(error, {
        call: id === undefined ? 'Admin: Error al crear canal.' : 'Admin: Error al actualizar canal.',
        panel: 'Error al guardar canal.',
      }),
  });
  const { form, setForm, loaded, typed, errorAt } = editor;
  return (
    <EditorForm
      label={id === undefined ? 'Nuevo canal' : 'Canal'}
      title={id === undefined ? 'Nuevo canal' : `Editar «${loaded.name}»`}
      editor={editor}
      faultText={editor.fault?.message}
      onReload={onReload}
    >
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
          onSourcesChange={(sources) => editor.set('sources', sources)}
          errorAt={errorAt}
        />
        <ChannelPictures id={id} editor={editor} />
        <TextArea
          label="Descripción"
          className="editor__all"
          value={form.description}
          onChange={typed('description')}
          error={errorAt('description')}
        />
        <PublicationFields
          value={form}
          onValueChange={(name, value) => setForm((before) => ({ ...before, [name]: value }))}
          plansHint="Sin ninguno, los de TV en Vivo."
        />
      </div>
    </EditorForm>
  );
}

interface ChannelPicturesProps {
  id: string | undefined;
  editor: Pick<Editor<ChannelForm>, 'form' | 'loaded' | 'typed' | 'errorAt'>;
}

/** The URL fields of a channel's logo and other images, and the logo as viewers see it. */
function ChannelPictures({ id, editor: { form, loaded, typed, errorAt } }: ChannelPicturesProps) {
  // The page loads images from this server only, so the logo is shown once its URL has been saved.
  const isLogoSaved = id !== undefined && form.logo !== '' && form.logo === loaded.logo;
  return (
    <>
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
          <LogoTile
            name={form.name || 'Canal'}
            logoUrl={isLogoSaved ? `/api/images/channel/${id}/320` : null}
            eager
          />
        </div>
      </div>
      {pictures.map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          type="url"
          placeholder="https://…"
          value={form[name]}
          onChange={typed(name)}
          error={errorAt(name)}
        />
      ))}
    </>
  );
}

const pictures = [
  ['customThumbnail', 'Imagen propia'],
  ['thumbnail', 'Imagen de la lista'],
] as const;
