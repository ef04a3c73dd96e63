import {
  filmUploadSections,
  kidsCategory,
  mainSections,
  seriesCategories,
  videoListExtensions,
  videoTypeNames,
  videoTypes,
  type Import,
  type VideoType,
} from '@butaca/contract';
import { Select, type SelectOption } from '@butaca/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { previewList, uploadVideoList } from './imports.queries.ts';
import { ListUploadForm } from './list-upload-form.tsx';
import { useListImport } from './use-list-import.ts';

type Subcategory =
  | (typeof filmUploadSections)[number]
  | (typeof seriesCategories)[number]
  | typeof kidsCategory;

const isOfVideos = ({ kind }: Import): boolean => kind === 'videos' || kind === 'mixed';

/**
 * The subcategories that the upload form for lists of videos offers for films and for series; other video types have
 * none.
 *
 * @see docs/requisitos.md, R9.23
 */
const subcategoriesOf: Readonly<Partial<Record<VideoType, readonly Subcategory[]>>> = {
  pelicula: filmUploadSections,
  serie: [...seriesCategories, kidsCategory],
};

const nameOfSubcategory = (key: Subcategory): string => {
  const section = mainSections.find((each) => each.key === key);
  return section?.displayName ?? key;
};

const withNone = (label: string, options: readonly SelectOption[]): SelectOption[] => [
  { value: '', label },
  ...options,
];

/**
 * «Carga Masiva VOD»: uploads an M3U list of videos of one category; shows the optional preview of the import, the
 * progress and the result.
 */
export function UploadVideos() {
  const list = useListImport({
    isMine: isOfVideos,
    fallback: 'Error al procesar el archivo de VODs',
  });
  const [categoria, setCategoria] = useState<VideoType>();
  const [subcategoria, setSubcategoria] = useState<Subcategory>();
  const subcategories = categoria === undefined ? undefined : subcategoriesOf[categoria];

  /**
   * @returns the first required field of the form «Carga Masiva VOD» that is empty, or `undefined`; a preview needs no
   *   category
   */
  function findMissing(isPreview: boolean): [field: string, message: string] | undefined {
    if (list.file === null) return ['file', 'Por favor, selecciona un archivo M3U o texto.'];
    if (categoria === undefined && !isPreview) return ['category', 'Por favor, elige una categoría.'];
    if (subcategories !== undefined && subcategoria === undefined)
      return ['subcategory', 'Por favor, elige una subcategoría.'];
    return undefined;
  }

  function submit(isPreview: boolean): void {
    const missing = findMissing(isPreview);
    if (missing !== undefined) {
      list.fail(...missing);
      return;
    }
    const { file, plans } = list;
    if (file === null) return;
    const chosen = { ...(subcategories !== undefined && { subcategoria }) };
    void list.send((onPercent, signal) =>
      isPreview || categoria === undefined
        ? previewList(
            categoria === undefined ? { kind: 'mixed' } : { kind: 'videos', categoria, ...chosen },
            { file, plans, onPercent, signal },
          )
        : uploadVideoList({ categoria, ...chosen }, { file, plans, onPercent, signal }),
    );
  }

  const errorOf = (field: string) =>
    list.failure?.field === field ? { error: list.failure.message } : undefined;
  return (
    <>
      <p className="upload__intro">
        ¿Un archivo para una sección entera? <Link to={paths.bulkUpload}>Subida por secciones</Link>
      </p>
      <ListUploadForm
        list={list}
        field={{
          label: 'Lista de VODs',
          name: 'file',
          accept: videoListExtensions,
          hint: 'Lo que ya existe se actualiza y nada se elimina. Se importa todo o nada.',
        }}
        onSubmit={() => submit(false)}
        onPreview={() => submit(true)}
      >
        <VideoKindSelects
          categoria={categoria}
          subcategoria={subcategoria}
          disabled={list.isBusy}
          onCategoryChange={(next) => {
            setCategoria(next);
            setSubcategoria(undefined);
          }}
          onSubcategoryChange={setSubcategoria}
          errorOf={errorOf}
        />
      </ListUploadForm>
    </>
  );
}

interface VideoKindSelectsProps {
  categoria: VideoType | undefined;
  subcategoria: Subcategory | undefined;
  disabled: boolean;
  onCategoryChange: (next: VideoType | undefined) => void;
  onSubcategoryChange: (next: Subcategory | undefined) => void;
  errorOf: (field: string) => { error: string } | undefined;
}

/**
 * The selects of the upload form for the category of the listed videos, and for the subcategory if the category has
 * some.
 */
function VideoKindSelects(props: VideoKindSelectsProps) {
  const { categoria, subcategoria, disabled, onCategoryChange, onSubcategoryChange, errorOf } = props;
  const subcategories = categoria === undefined ? undefined : subcategoriesOf[categoria];
  return (
    <div className="upload__choices">
      <Select
        label="Categoría"
        size="sm"
        disabled={disabled}
        hint="Para la vista previa puedes dejarla sin elegir: cada grupo se clasifica por su nombre y sus títulos."
        options={withNone(
          'Elige una categoría',
          videoTypes.map((value) => ({ value, label: videoTypeNames[value] })),
        )}
        value={categoria ?? ''}
        onChange={(event) => onCategoryChange(videoTypes.find((type) => type === event.currentTarget.value))}
        {...errorOf('category')}
      />
      {subcategories !== undefined && (
        <Select
          label="Subcategoría"
          size="sm"
          disabled={disabled}
          options={withNone(
            'Elige una subcategoría',
            subcategories.map((value) => ({ value, label: nameOfSubcategory(value) })),
          )}
          value={subcategoria ?? ''}
          onChange={(event) =>
            onSubcategoryChange(subcategories.find((each) => each === event.currentTarget.value))
          }
          {...errorOf('subcategory')}
        />
      )}
    </div>
  );
}
