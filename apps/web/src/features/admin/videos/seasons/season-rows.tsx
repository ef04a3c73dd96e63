import { useDroppable } from '@dnd-kit/core';
import { Button, classes, IconButton, TextField } from '@butaca/ui';
import { ChevronDown, ChevronRight, Plus, Trash2 } from 'lucide-react';
import { endOf } from './chapter-drag.ts';
import type { SeasonForm } from './season-list.ts';

interface SeasonHeadProps {
  season: SeasonForm;
  isFolded: boolean;
  onFold: () => void;
  onChange: (change: Partial<Pick<SeasonForm, 'seasonNumber' | 'title'>>) => void;
  onRemove: () => void;
}

/**
 * The row above the chapters of a season in the video editor: the season's number, its title, and how many chapters it
 * has.
 */
export function SeasonHead({ season, isFolded, onFold, onChange, onRemove }: SeasonHeadProps) {
  const name = `Temporada ${season.seasonNumber}`;
  const count = season.chapters.length;
  return (
    <div className="season" role="group" aria-label={name}>
      <IconButton
        label={isFolded ? `Mostrar los capítulos de ${name}` : `Ocultar los capítulos de ${name}`}
        aria-expanded={!isFolded}
        onClick={onFold}
      >
        {isFolded ? <ChevronRight className="ico" /> : <ChevronDown className="ico" />}
      </IconButton>
      <h3>{name}</h3>
      <TextField
        label={`Número de ${name}`}
        hideLabel
        size="sm"
        inputMode="numeric"
        className="season__number"
        value={String(season.seasonNumber)}
        onChange={({ currentTarget: { value } }) => {
          if (/^\d{0,4}$/.test(value)) onChange({ seasonNumber: Number(value) });
        }}
      />
      <TextField
        label={`Título de ${name}`}
        hideLabel
        size="sm"
        className="season__title"
        placeholder="Título"
        value={season.title}
        onChange={({ currentTarget: { value } }) => onChange({ title: value })}
      />
      <span className="season__count num">
        {count === 1 ? '1 capítulo' : `${count.toLocaleString('es')} capítulos`}
      </span>
      <IconButton label={`Eliminar ${name}`} onClick={onRemove}>
        <Trash2 className="ico" />
      </IconButton>
    </div>
  );
}

/**
 * The row below the chapters of a season in the video editor: a drop target for chapters, with a button that adds a
 * chapter.
 */
export function SeasonEnd({ season, onAdd }: { season: SeasonForm; onAdd: () => void }) {
  const { setNodeRef, isOver } = useDroppable({ id: endOf(season.key) });
  return (
    <div ref={setNodeRef} className={classes('season__end', isOver && 'is-over')}>
      <Button variant="line" size="sm" icon={<Plus className="ico" />} onClick={onAdd}>
        {`Agregar capítulo a la Temporada ${season.seasonNumber}`}
      </Button>
    </div>
  );
}
