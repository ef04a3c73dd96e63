import { imagePath } from '@butaca/contract';
import { LogoTile, TextArea, TextField } from '@butaca/ui';
import { adminMessageOf } from '../editing/admin-message.ts';
import { CountryField } from '../editing/tag-fields.tsx';
import { EditorForm } from '../editing/editor-form.tsx';
import { PublicationFields } from '../editing/publication-fields.tsx';
import { useEditor, type Editor } from '../editing/use-editor.ts';
import { findChannelFault, toChannelBody, type ChannelForm } from './channel-form.ts';
import { ChannelSources } from './channel-sources.tsx';
import { createChannel, updateChannel } from './channels.queries.ts';

interface ChannelFieldsProps {
  /** The id of the channel that the form edits; `undefined` for a new channel. */
  id: string | undefined;
  initial: ChannelForm;
  /** Loads the version of the channel that another administrator has saved meanwhile, and discards what was typed. */
  onReload?: () => Promise<void>;
}

/** The form that edits a channel: name, section, source URLs, images, description and publication. */
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
        <CountryField
          label="País"
          value={form.country}
          onValueChange={(country) => editor.set('country', country)}
          error={errorAt('country')}
        />
        <ChannelSources
          channelId={id}
          sources={form.sources}
          onSourcesChange={(sources) => editor.set('sources', sources)}
          errorAt={errorAt}
        />
        <ChannelImages id={id} editor={editor} />
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
          plansHint="Si no marcas ninguno, valen los de TV en Vivo."
        />
      </div>
    </EditorForm>
  );
}

interface ChannelImagesProps {
  id: string | undefined;
  editor: Pick<Editor<ChannelForm>, 'form' | 'loaded' | 'typed' | 'errorAt'>;
}

/**
 * The form fields for the URLs of a channel's logo and other images, with the saved logo as viewers see it.
 */
function ChannelImages({ id, editor: { form, loaded, typed, errorAt } }: ChannelImagesProps) {
  // The browser may load images from our server only, which serves a logo once its URL has been saved; before that the
  // form's preview shows a drawing of the channel's name instead of the logo.
  const isLogoSaved = id !== undefined && form.logo !== '' && form.logo === loaded.logo;
  return (
    <>
      <div className="editor__logo editor__wide">
        <TextField
          id="canal-logo"
          label="Logo"
          type="url"
          placeholder="https://…"
          hint="Se muestra aquí después de guardar."
          value={form.logo}
          onChange={typed('logo')}
          error={errorAt('logo')}
        />
        <div className="editor__tile">
          <LogoTile
            name={form.name || 'Canal'}
            logoUrl={isLogoSaved ? imagePath('channel', id, '320') : null}
            eager
          />
        </div>
      </div>
      {imageInputs.map(([name, label]) => (
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

const imageInputs = [
  ['customThumbnail', 'Imagen propia'],
  ['thumbnail', 'Imagen de la lista'],
] as const;
