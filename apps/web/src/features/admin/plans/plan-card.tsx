import {
  maxStreamsRange,
  planNameMaxLength,
  planNames,
  planPriceMaxLength,
  type PlanOpening,
} from '@butaca/contract';
import { Checkbox, IconButton, TextField } from '@butaca/ui';
import { ChevronDown, ChevronUp, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { counted } from '../../../platform/counted.ts';
import type { PlanValues } from './plan-changes.ts';
import { describeOpening } from './plan-words.ts';

interface PlanCardProps {
  value: PlanValues;
  /** How many people have the plan. */
  users: number;
  /** What the plan opens of the catalogue; `undefined` until it is known. */
  opening: PlanOpening | undefined;
  isFirst: boolean;
  isLast: boolean;
  onEdit: (next: Partial<PlanValues>) => void;
  /** Moves the plan one place up (-1) or down (1) on the page of plans. */
  onMove: (step: -1 | 1) => void;
}

/** One plan: its fields, its place among the plans, who has it, and what it opens. */
export function PlanCard({ value, users, opening, isFirst, isLast, onEdit, onMove }: PlanCardProps) {
  const plan = planNames[value.key];
  const headingId = `plan-${value.key}`;
  const people = counted(users, 'usuario', 'usuarios');
  return (
    <li className="plancard" aria-labelledby={headingId}>
      <div className="plancard__head">
        <h2 id={headingId}>{plan}</h2>
        <Link to={{ search: `?tab=manage_users&plan=${value.key}` }} aria-label={`${people} de ${plan}`}>
          {people}
        </Link>
        <span className="plancard__moves">
          <Move label={`Subir ${plan}`} icon={ChevronUp} isAtEnd={isFirst} onMove={() => onMove(-1)} />
          <Move label={`Bajar ${plan}`} icon={ChevronDown} isAtEnd={isLast} onMove={() => onMove(1)} />
        </span>
      </div>
      <p>{[describeOpening(opening), value.isHidden && 'No se ofrece'].filter(Boolean).join(' · ')}</p>
      <div className="plancard__fields">
        <TextField
          label="Nombre"
          aria-label={`Nombre de ${plan}`}
          size="sm"
          placeholder={plan}
          maxLength={planNameMaxLength}
          value={value.name}
          onChange={(event) => onEdit({ name: event.currentTarget.value })}
        />
        <TextField
          label="Precio"
          aria-label={`Precio de ${plan}`}
          size="sm"
          placeholder="Sin precio"
          maxLength={planPriceMaxLength}
          value={value.price}
          onChange={(event) => onEdit({ price: event.currentTarget.value })}
        />
        <TextField
          label="Reproducciones a la vez"
          aria-label={`Reproducciones a la vez de ${plan}`}
          type="number"
          inputMode="numeric"
          required
          min={maxStreamsRange.min}
          max={maxStreamsRange.max}
          step={1}
          size="sm"
          value={value.maxStreams}
          onChange={(event) => onEdit({ maxStreams: event.currentTarget.value })}
        />
        <Checkbox
          label={`Ofrecer ${plan}`}
          checked={!value.isHidden}
          onChange={(event) => onEdit({ isHidden: !event.currentTarget.checked })}
        />
      </div>
    </li>
  );
}

interface MoveProps {
  label: string;
  icon: LucideIcon;
  /** Whether the plan cannot be moved further in the button's direction. */
  isAtEnd: boolean;
  onMove: () => void;
}

/** A button that moves a plan. At the end it is disabled for screen readers only: `disabled` would take its focus. */
function Move({ label, icon: Icon, isAtEnd, onMove }: MoveProps) {
  return (
    <IconButton label={label} aria-disabled={isAtEnd || undefined} onClick={isAtEnd ? undefined : onMove}>
      <Icon className="ico" aria-hidden />
    </IconButton>
  );
}
