import {
  closestCenter,
  DndContext,
  PointerSensor,
  useSensor,
  useSensors,
  type DndContextProps,
} from '@dnd-kit/core';
import { Button, IconButton, TextField } from '@butaca/ui';
import { ChevronDown, ChevronUp, Plus, Settings2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LanguagesField, QualityField } from '../editing/tag-fields.tsx';
import { describeTags } from '../editing/tag-words.ts';
import { SourceState } from './source-state.tsx';
import { dropSource, emptySource, stepSource, type SourceForm } from './channel-form.ts';
import { SourceRow } from './source-row.tsx';

interface ChannelSourcesProps {
  /** The id of the saved channel; `undefined` for a new one. */
  channelId: string | undefined;
  sources: readonly SourceForm[];
  onSourcesChange: (sources: readonly SourceForm[]) => void;
  errorAt: (path: string) => string | undefined;
}

/** The form fields for the request headers of a source URL, which the server sends to the provider only. */
const headerFields = [
  { name: 'userAgent', label: 'User-Agent', hint: undefined },
  { name: 'referrer', label: 'Referer', hint: undefined },
  {
    name: 'cookie',
    label: 'Cookie',
    hint: 'nombre=valor; otro=valor. Se borran al cambiar la dirección por la de otro servidor.',
  },
  { name: 'origin', label: 'Origin', hint: undefined },
] as const;

/** The form fields for a channel's source URLs, in their order: a later one plays when those before it fail. */
export function ChannelSources({ channelId, sources, onSourcesChange, errorAt }: ChannelSourcesProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const drag = useSourceDrag(sources, onSourcesChange);
  const change = (key: string, part: Partial<SourceForm>): void =>
    onSourcesChange(sources.map((source) => (source.key === key ? { ...source, ...part } : source)));
  return (
    <fieldset className="sources editor__all">
      <legend className="label">Direcciones</legend>
      <DndContext {...drag}>
        <ol>
          {sources.map((source, index) => (
            <SourceRow
              key={source.key}
              sourceKey={source.key}
              place={index + 1}
              isMovable={sources.length > 1}
            >
              <TextField
                id={`canal-sources.${index}.url`}
                label={index === 0 ? 'URL' : `URL ${index + 1}`}
                hideLabel
                type="url"
                size="sm"
                required
                placeholder="https://…"
                value={source.url}
                onChange={({ currentTarget: { value } }) => change(source.key, { url: value })}
                error={errorAt(`sources.${index}.url`) ?? (index === 0 ? errorAt('url') : undefined)}
              />
              <span className="source__actions">
                <IconButton
                  label={`Subir la dirección ${index + 1}`}
                  disabled={index === 0}
                  onClick={() => onSourcesChange(stepSource(sources, index, -1))}
                >
                  <ChevronUp className="ico" />
                </IconButton>
                <IconButton
                  label={`Bajar la dirección ${index + 1}`}
                  disabled={index === sources.length - 1}
                  onClick={() => onSourcesChange(stepSource(sources, index, 1))}
                >
                  <ChevronDown className="ico" />
                </IconButton>
                <IconButton
                  label={`Más datos de la dirección ${index + 1}`}
                  aria-expanded={opened.has(source.key)}
                  onClick={() => {
                    const next = new Set(opened);
                    if (!next.delete(source.key)) next.add(source.key);
                    setOpened(next);
                  }}
                >
                  <Settings2 className="ico" />
                </IconButton>
                <IconButton
                  label={`Quitar la dirección ${index + 1}`}
                  disabled={sources.length === 1}
                  onClick={() => onSourcesChange(sources.filter((other) => other !== source))}
                >
                  <Trash2 className="ico" />
                </IconButton>
              </span>
              {describeTags(source) !== '' && <span className="source__tags">{describeTags(source)}</span>}
              <SourceState channelId={channelId} sourceId={source.id} />
              {opened.has(source.key) && (
                <div className="source__more">
                  <LanguagesField
                    of={`la dirección ${index + 1}`}
                    value={source.languages}
                    onValueChange={(languages) => change(source.key, { languages })}
                  />
                  <QualityField
                    label={`Calidad de la dirección ${index + 1}`}
                    size="sm"
                    value={source.quality}
                    onValueChange={(quality) => change(source.key, { quality })}
                    error={errorAt(`sources.${index}.quality`)}
                  />
                  {headerFields.map(({ name, label, hint }) => (
                    <TextField
                      key={name}
                      label={label}
                      hint={hint}
                      size="sm"
                      autoComplete="off"
                      value={source[name]}
                      onChange={({ currentTarget: { value } }) => change(source.key, { [name]: value })}
                      error={errorAt(`sources.${index}.${name}`)}
                    />
                  ))}
                </div>
              )}
            </SourceRow>
          ))}
        </ol>
      </DndContext>
      <Button
        variant="line"
        size="sm"
        icon={<Plus className="ico" />}
        onClick={() => onSourcesChange([...sources, emptySource()])}
      >
        Agregar dirección
      </Button>
    </fieldset>
  );
}

/** Silent for screen readers: they use the buttons, whose labels say what they do. */
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

/** The properties of the `DndContext` in which a mouse or a finger moves sources to other places. */
function useSourceDrag(
  sources: readonly SourceForm[],
  onSourcesChange: ChannelSourcesProps['onSourcesChange'],
): DndContextProps {
  return {
    sensors: useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } })),
    collisionDetection: closestCenter,
    accessibility: { announcements: silent, screenReaderInstructions: { draggable: '' } },
    onDragEnd({ active, over }) {
      if (over !== null) onSourcesChange(dropSource(sources, String(active.id), String(over.id)));
    },
  };
}
