import { useDraggable, useDroppable } from '@dnd-kit/core';
import { classes, IconButton, TextArea, TextField } from '@butaca/ui';
import { ChevronDown, ChevronUp, GripVertical, Settings2, Trash2 } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { LanguagesField, QualityField } from '../../editing/tag-fields.tsx';
import { describeTags } from '../../editing/tag-words.ts';
import { VersionFields } from '../versions/version-fields.tsx';
import type { ChapterForm } from './season-list.ts';

export interface ChapterActions {
  change: (key: string, change: Partial<ChapterForm>) => void;
  step: (key: string, step: -1 | 1) => void;
  remove: (key: string, title: string) => void;
  toggle: (key: string) => void;
}

interface ChapterRowProps {
  chapter: ChapterForm;
  seasonNumber: number;
  actions: ChapterActions;
  /**
   * Whether the form fields for the description and still image of this chapter (episode of a series) are shown below
   * its row in the video editor.
   */
  isOpen: boolean;
  isFirst: boolean;
  isLast: boolean;
  /**
   * Whether the person has just added this chapter (episode of a series) in the video editor; its title is then
   * selected, because people type the title next.
   */
  isNew: boolean;
  /** Whether empty fields that a chapter (episode of a series) requires are marked in the video editor. */
  isChecked: boolean;
  /**
   * The side of this chapter's row in the video editor on which the dragged chapter (episode of a series) would be
   * dropped; `undefined` if the drag is not over this row.
   */
  landing: 'above' | 'below' | undefined;
}

/** A row of the video editor for one chapter of a series: a drag handle, the chapter's form fields and its buttons. */
export const ChapterRow = memo(function ChapterRow(props: ChapterRowProps) {
  const { chapter, seasonNumber, actions, isOpen, isNew, isChecked, landing } = props;
  const { key, title, url, duration, chapterNumber } = chapter;
  const { setNodeRef: setDropRef } = useDroppable({ id: key });
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging } = useDraggable({
    id: key,
    attributes: { roleDescription: 'arrastrable' },
  });
  const titleRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNew) titleRef.current?.select();
  }, [isNew]);
  const name = `T${seasonNumber} · C${chapterNumber}`;
  const change = (field: keyof ChapterForm) => (event: { currentTarget: { value: string } }) =>
    actions.change(key, { [field]: event.currentTarget.value });
  return (
    <div
      ref={(element) => {
        setDropRef(element);
        setNodeRef(element);
      }}
      className={classes(
        'chapter',
        isDragging && 'is-moving',
        landing === 'above' && 'is-above',
        landing === 'below' && 'is-below',
      )}
      data-chapter={key}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className="chapter__handle"
        {...attributes}
        {...listeners}
        aria-label={`Mover ${title || name}`}
      >
        <GripVertical className="ico" aria-hidden />
      </button>
      <span className="chapter__number num" aria-hidden="true">
        {chapterNumber}
      </span>
      <TextField
        ref={titleRef}
        label={`Título de ${name}`}
        hideLabel
        size="sm"
        placeholder="Título"
        value={title}
        onChange={change('title')}
        error={isChecked && title.trim() === '' ? 'Falta el título.' : undefined}
      />
      <TextField
        label={`URL de ${name}`}
        hideLabel
        size="sm"
        type="url"
        placeholder="https://…"
        className="chapter__url"
        value={url}
        onChange={change('url')}
        error={isChecked && url.trim() === '' ? 'Falta la URL.' : undefined}
      />
      <TextField
        label={`Duración de ${name}`}
        hideLabel
        size="sm"
        placeholder="23:45"
        className="chapter__duration"
        value={duration}
        onChange={change('duration')}
      />
      <ChapterButtons {...props} name={title || name} />
      <ChapterTags chapter={chapter} />
      {isOpen && (
        <ChapterMore
          chapter={chapter}
          name={name}
          change={change}
          onPartChange={(part) => actions.change(key, part)}
        />
      )}
    </div>
  );
});

/** Says in a line under a chapter's fields in which languages and quality it is, and how many further versions it has. */
function ChapterTags({ chapter }: { chapter: ChapterForm }) {
  const { versions } = chapter;
  const parts = [
    describeTags(chapter),
    versions.length === 0 ? '' : versions.length === 1 ? '1 versión más' : `${versions.length} versiones más`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : <span className="chapter__tags">{parts.join(' · ')}</span>;
}

type ChapterButtonsProps = Pick<ChapterRowProps, 'chapter' | 'actions' | 'isOpen' | 'isFirst' | 'isLast'> & {
  name: string;
};

/**
 * The buttons in the video editor's row of a chapter (episode of a series): move it up or down, show its other form
 * fields, delete it.
 */
function ChapterButtons({ chapter, actions, isOpen, isFirst, isLast, name }: ChapterButtonsProps) {
  return (
    <span className="chapter__actions">
      <IconButton
        label={`Subir ${name}`}
        data-step="-1"
        disabled={isFirst}
        onClick={() => actions.step(chapter.key, -1)}
      >
        <ChevronUp className="ico" />
      </IconButton>
      <IconButton
        label={`Bajar ${name}`}
        data-step="1"
        disabled={isLast}
        onClick={() => actions.step(chapter.key, 1)}
      >
        <ChevronDown className="ico" />
      </IconButton>
      <IconButton
        label={`Más acciones de ${name}`}
        aria-expanded={isOpen}
        onClick={() => actions.toggle(chapter.key)}
      >
        <Settings2 className="ico" />
      </IconButton>
      <IconButton label={`Eliminar ${name}`} onClick={() => actions.remove(chapter.key, chapter.title)}>
        <Trash2 className="ico" />
      </IconButton>
    </span>
  );
}

interface ChapterMoreProps {
  chapter: ChapterForm;
  name: string;
  change: (field: keyof ChapterForm) => (event: { currentTarget: { value: string } }) => void;
  onPartChange: (part: Partial<ChapterForm>) => void;
}

/**
 * The video editor's rarely filled form fields of a chapter (episode of a series): description, still image, languages,
 * quality and versions.
 */
function ChapterMore({ chapter, name, change, onPartChange }: ChapterMoreProps) {
  return (
    <div className="chapter__more">
      <TextArea
        label={`Descripción de ${name}`}
        value={chapter.description}
        onChange={change('description')}
      />
      <TextField
        label={`Imagen de ${name}`}
        size="sm"
        type="url"
        placeholder="https://…"
        value={chapter.thumbnail}
        onChange={change('thumbnail')}
      />
      <LanguagesField
        of={name}
        value={chapter.languages}
        onValueChange={(languages) => onPartChange({ languages })}
      />
      <QualityField
        label={`Calidad de ${name}`}
        size="sm"
        value={chapter.quality}
        onValueChange={(quality) => onPartChange({ quality })}
      />
      <VersionFields
        of={name}
        versions={chapter.versions}
        onVersionsChange={(versions) => onPartChange({ versions })}
      />
    </div>
  );
}
