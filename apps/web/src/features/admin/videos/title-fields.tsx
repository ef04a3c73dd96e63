import { kidsCategory, mainSections, seriesCategories, videoTypeNames, videoTypes } from '@butaca/contract';
import { Select, TextArea, TextField } from '@butaca/ui';
import { CountryField, EditionField, LanguagesField, QualityField } from '../editing/tag-fields.tsx';
import type { Editor } from '../editing/use-editor.ts';
import { VersionFields } from './versions/version-fields.tsx';
import { isFilm, type VideoForm } from './video-form.ts';

interface TitleFieldsProps {
  editor: Pick<Editor<VideoForm>, 'form' | 'loaded' | 'set' | 'typed' | 'errorAt'>;
}

/**
 * The form fields of the video editor for title, type, year, rating, genres and description; for a film also its URL.
 */
export function TitleFields({ editor }: TitleFieldsProps) {
  const { form, typed, errorAt } = editor;
  return (
    <>
      <TextField
        id="vod-title"
        label="Título"
        className="editor__wide"
        required
        value={form.title}
        onChange={typed('title')}
        error={errorAt('title')}
      />
      <KindFields editor={editor} />
      <TextField
        id="vod-releaseYear"
        label="Año"
        inputMode="numeric"
        value={form.releaseYear}
        onChange={typed('releaseYear')}
        error={errorAt('releaseYear')}
      />
      <TextField
        id="vod-rating"
        label="Valoración"
        inputMode="decimal"
        placeholder="De 0 a 10"
        value={form.rating}
        onChange={typed('rating')}
        error={errorAt('rating')}
      />
      {isFilm(form) && (
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
      <TitleTags editor={editor} />
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
    </>
  );
}

/** The form fields of the video editor for a title's country, and for a film's languages, quality, edition and versions. */
function TitleTags({ editor: { form, set, errorAt } }: TitleFieldsProps) {
  return (
    <>
      {isFilm(form) && (
        <>
          <div className="editor__wide">
            <LanguagesField
              of="la película"
              value={form.languages}
              onValueChange={(languages) => set('languages', languages)}
            />
          </div>
          <QualityField
            label="Calidad"
            value={form.quality}
            onValueChange={(quality) => set('quality', quality)}
            error={errorAt('quality')}
          />
          <EditionField
            label="Edición"
            value={form.edition}
            onValueChange={(edition) => set('edition', edition)}
            error={errorAt('edition')}
          />
        </>
      )}
      <CountryField
        label="País"
        value={form.country}
        onValueChange={(country) => set('country', country)}
        error={errorAt('country')}
      />
      {isFilm(form) && (
        <VersionFields versions={form.versions} onVersionsChange={(versions) => set('versions', versions)} />
      )}
    </>
  );
}

/**
 * The form field of the video editor for the video's type, and the fields that only one type has: format, section or
 * subcategory.
 */
function KindFields({ editor: { form, loaded, set, typed, errorAt } }: TitleFieldsProps) {
  return (
    <>
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
      {form.tipo === 'anime' && (
        <TextField
          label="Subtipo"
          placeholder="Serie, OVA, película…"
          maxLength={50}
          value={form.subtipo}
          onChange={typed('subtipo')}
          error={errorAt('subtipo')}
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
    </>
  );
}
