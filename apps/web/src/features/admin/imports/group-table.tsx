import {
  kidsCategory,
  mainSections,
  seriesCategories,
  type ImportGroup,
  type ImportType,
} from '@butaca/contract';
import { Button, Checkbox, EmptyState, Pagination, SearchField, Select, Table, TextField } from '@butaca/ui';
import { useState } from 'react';
import { counted } from '../../../platform/counted.ts';
import { findGroups, withType, type GroupChoices } from './group-choices.ts';
import { groupTypes, typeNames } from './import-words.ts';

const groupsPerPage = 25;

interface GroupTableProps {
  groups: readonly ImportGroup[];
  choices: GroupChoices;
  disabled: boolean;
  /**
   * Called with the groups of the list whose content type, destination or inclusion in the import the person changed.
   */
  onChoose: (changed: readonly ImportGroup[]) => void;
}

/**
 * The table of an import preview's groups (`group-title`): the content type and destination of each group can be
 * changed, and the group can be excluded.
 */
export function GroupTable({ groups, choices, disabled, onChoose }: GroupTableProps) {
  const [words, setWords] = useState('');
  const [filter, setFilter] = useState('');
  const [wantedPage, setWantedPage] = useState(1);
  const present = groups.map((group) => choices.get(group.group) ?? group);
  const found = findGroups(present, words).filter(
    ({ tipo, isIncluded }) => filter === '' || (filter === 'fuera' ? !isIncluded : tipo === filter),
  );
  const totalPages = Math.max(1, Math.ceil(found.length / groupsPerPage));
  const page = Math.min(wantedPage, totalPages);
  const shown = found.slice((page - 1) * groupsPerPage, page * groupsPerPage);
  const include = (isIncluded: boolean): void => onChoose(found.map((group) => ({ ...group, isIncluded })));
  return (
    <section className="groups" aria-labelledby="import-groups">
      <h2 id="import-groups">{`Grupos (${groups.length.toLocaleString('es')})`}</h2>
      <div className="toolbar">
        <SearchField
          label="Buscar grupo"
          placeholder="Buscar por grupo o título..."
          size="sm"
          value={words}
          onValueChange={(text) => {
            setWords(text);
            setWantedPage(1);
          }}
        />
        <Select
          label="Mostrar"
          hideLabel
          size="sm"
          className="groups__filter"
          options={[
            { value: '', label: 'Todos los grupos' },
            ...groupTypes.map((tipo) => ({ value: tipo, label: typeNames[tipo] })),
            { value: 'fuera', label: 'Dejados fuera' },
          ]}
          value={filter}
          onChange={(event) => {
            setFilter(event.currentTarget.value);
            setWantedPage(1);
          }}
        />
        <Button size="sm" variant="line" disabled={disabled} onClick={() => include(true)}>
          Incluir estos
        </Button>
        <Button size="sm" variant="line" disabled={disabled} onClick={() => include(false)}>
          Dejar fuera estos
        </Button>
      </div>
      {found.length === 0 ? (
        <EmptyState panel title="Ningún grupo coincide con la búsqueda." headingLevel={3} />
      ) : (
        <>
          <Table
            label="Grupos de la lista"
            className="groups__table"
            rows={shown}
            rowKey={({ group }) => group}
            columns={columnsOf(disabled, (group) => onChoose([group]))}
          />
          <Pagination
            label="Páginas de grupos"
            page={page}
            totalPages={totalPages}
            onPageChange={setWantedPage}
            summary={`Mostrando ${shown.length} de ${found.length.toLocaleString('es')} grupos`}
          />
        </>
      )}
    </section>
  );
}

const nameOf = ({ group }: ImportGroup): string => group || 'Sin grupo';

function columnsOf(disabled: boolean, onChoose: (group: ImportGroup) => void) {
  return [
    {
      id: 'included',
      header: <span className="vh">Incluir</span>,
      card: 'check' as const,
      cell: (group: ImportGroup) => (
        <Checkbox
          label={`Incluir ${nameOf(group)}`}
          hideLabel
          disabled={disabled}
          checked={group.isIncluded}
          onChange={(event) => onChoose({ ...group, isIncluded: event.currentTarget.checked })}
        />
      ),
    },
    {
      id: 'group',
      header: 'Grupo',
      card: 'title' as const,
      cell: (group: ImportGroup) => (
        <span className="groups__name">
          <b>{nameOf(group)}</b>
          <small>{group.samples.join(' · ')}</small>
        </span>
      ),
    },
    { id: 'entries', header: 'Entradas', align: 'end' as const, cell: describeEntries },
    {
      id: 'type',
      header: 'Tipo',
      cell: (group: ImportGroup) => (
        <Select
          label={`Tipo de ${nameOf(group)}`}
          hideLabel
          size="sm"
          disabled={disabled || !group.isIncluded}
          options={groupTypes.map((tipo) => ({ value: tipo, label: typeNames[tipo] }))}
          value={group.tipo}
          onChange={(event) => onChoose(withType(group, event.currentTarget.value as ImportType))}
        />
      ),
    },
    {
      id: 'destination',
      header: 'Destino',
      cell: (group: ImportGroup) => (
        <Destination group={group} disabled={disabled || !group.isIncluded} onChoose={onChoose} />
      ),
    },
  ];
}

function describeEntries({ entries, added, updated, duplicates, doubtful }: ImportGroup) {
  const parts = [
    ...(added > 0 ? [`${added.toLocaleString('es')} ${added === 1 ? 'nueva' : 'nuevas'}`] : []),
    ...(updated > 0
      ? [`${updated.toLocaleString('es')} ${updated === 1 ? 'actualizada' : 'actualizadas'}`]
      : []),
    ...(duplicates > 0
      ? [`${duplicates.toLocaleString('es')} ${duplicates === 1 ? 'duplicada' : 'duplicadas'}`]
      : []),
  ];
  if (doubtful > 0) parts.push(counted(doubtful, 'dudosa', 'dudosas'));
  return (
    <span className="groups__entries">
      <b className="num">{entries.toLocaleString('es')}</b>
      <small>{parts.join(', ')}</small>
    </span>
  );
}

/**
 * The form field for where a group of the list goes: a section for films, a category for series, a section of any name
 * for channels.
 */
function Destination({
  group,
  disabled,
  onChoose,
}: {
  group: ImportGroup;
  disabled: boolean;
  onChoose: (group: ImportGroup) => void;
}) {
  if (group.tipo === 'pelicula') {
    return (
      <Select
        label={`Sección de ${nameOf(group)}`}
        hideLabel
        size="sm"
        disabled={disabled}
        options={mainSections.map(({ key, displayName }) => ({ value: key, label: displayName }))}
        value={group.mainSection ?? 'POR_GENERO'}
        onChange={(event) => onChoose({ ...group, mainSection: event.currentTarget.value })}
      />
    );
  }
  if (group.tipo === 'serie') {
    return (
      <Select
        label={`Subcategoría de ${nameOf(group)}`}
        hideLabel
        size="sm"
        disabled={disabled}
        options={[...seriesCategories, kidsCategory].map((name) => ({ value: name, label: name }))}
        value={group.subcategoria ?? 'Netflix'}
        onChange={(event) => onChoose({ ...group, subcategoria: event.currentTarget.value })}
      />
    );
  }
  if (group.tipo === 'canal') {
    return (
      <TextField
        label={`Sección de ${nameOf(group)}`}
        hideLabel
        size="sm"
        maxLength={100}
        disabled={disabled}
        value={group.section ?? ''}
        onChange={(event) => onChoose({ ...group, section: event.currentTarget.value })}
      />
    );
  }
  return '—';
}
