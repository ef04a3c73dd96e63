import { imagePath, mainSections, videoTypeNames, type AdminVideo } from '@butaca/contract';
import { Badge, Checkbox, IconButton, RatingStar, Table, TableTitle, type Column } from '@butaca/ui';
import { Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { PlanBadges } from '../lists/plan-badges.tsx';

interface VideoTableProps {
  videos: readonly AdminVideo[];
  /** The URL query with the page and filters of the table of videos, to which the video editor returns. */
  from: string;
  hasType: boolean;
  chosen: ReadonlySet<string>;
  onChosenChange: (ids: ReadonlySet<string>) => void;
  onDelete: (video: AdminVideo) => void;
}

/** A table with one page of videos in the administration panel; each video can be selected, edited or deleted. */
export function VideoTable({ videos, from, hasType, chosen, onChosenChange, onDelete }: VideoTableProps) {
  const toggle = (id: string, isChosen: boolean): void => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChosenChange(next);
  };
  const choice: Column<AdminVideo> = {
    id: 'chosen',
    header: <ChooseAll videos={videos} chosen={chosen} onChosenChange={onChosenChange} />,
    width: '2.5rem',
    card: 'check',
    cell: ({ _id, title }) => (
      <Checkbox
        label={`Seleccionar ${title}`}
        hideLabel
        checked={chosen.has(_id)}
        onChange={({ currentTarget }) => toggle(_id, currentTarget.checked)}
      />
    ),
  };
  return (
    <Table
      label="VODs"
      className="vods__table"
      rows={videos}
      rowKey={({ _id }) => _id}
      isSelected={({ _id }) => chosen.has(_id)}
      columns={[choice, ...columnsOf({ from, hasType, onDelete })]}
    />
  );
}

/** The checkbox in the table head that selects or deselects every video on the page. */
function ChooseAll({
  videos,
  chosen,
  onChosenChange,
}: Pick<VideoTableProps, 'videos' | 'chosen' | 'onChosenChange'>) {
  const count = videos.filter(({ _id }) => chosen.has(_id)).length;
  return (
    <Checkbox
      label="Seleccionar todos en esta página"
      hideLabel
      checked={count === videos.length}
      indeterminate={count > 0 && count < videos.length}
      onChange={({ currentTarget: { checked } }) =>
        onChosenChange(new Set(checked ? videos.map(({ _id }) => _id) : []))
      }
    />
  );
}

const columnsOf = ({
  from,
  hasType,
  onDelete,
}: Pick<VideoTableProps, 'from' | 'hasType' | 'onDelete'>): Column<AdminVideo>[] => [
  {
    id: 'title',
    header: 'Título',
    card: 'title',
    cell: (video) => <TableTitle name={video.title} detail={describe(video)} imageUrl={posterOf(video)} />,
  },
  ...(hasType ? [{ id: 'type', header: 'Tipo', cell: ({ tipo }: AdminVideo) => nameOfType(tipo) }] : []),
  {
    id: 'genres',
    header: 'Géneros',
    from: 1440,
    cell: ({ genres }) => <span className="vods__cut">{genres.join(', ') || '—'}</span>,
  },
  { id: 'year', header: 'Año', cell: ({ releaseYear }) => releaseYear ?? '—' },
  {
    id: 'rating',
    header: 'Nota',
    from: 1440,
    cell: ({ rating }) =>
      rating === null ? (
        '—'
      ) : (
        <span className="vods__rating">
          <RatingStar />
          {rating.toLocaleString('es', { minimumFractionDigits: 1 })}
        </span>
      ),
  },
  {
    id: 'plans',
    header: 'Planes',
    from: 1366,
    cell: ({ requiresPlan }) => <PlanBadges plans={requiresPlan} none="Los de su sección" />,
  },
  {
    id: 'active',
    header: 'Estado',
    cell: ({ active }) => <Badge tone={active ? 'ok' : 'off'}>{active ? 'Activo' : 'Inactivo'}</Badge>,
  },
  {
    id: 'actions',
    header: 'Acciones',
    align: 'end',
    card: 'actions',
    cell: (video) => (
      <span>
        <IconButton
          label={`Editar ${video.title}`}
          render={<Link to={{ search: `?tab=add_vod&id=${video._id}` }} state={{ from }} />}
        >
          <Pencil className="ico" />
        </IconButton>
        <IconButton label={`Eliminar ${video.title}`} data-delete onClick={() => onDelete(video)}>
          <Trash2 className="ico" />
        </IconButton>
      </span>
    ),
  },
];

function nameOfType(tipo: string): string {
  return (videoTypeNames as Readonly<Record<string, string>>)[tipo] ?? tipo;
}

/** The URL of a video's poster on our server; `null` for an inactive video, whose images the server does not serve. */
function posterOf({ _id, active, customThumbnail, tmdbThumbnail, thumbnail }: AdminVideo): string | null {
  const hasImage = (customThumbnail ?? tmdbThumbnail ?? thumbnail) !== null;
  return hasImage && active ? imagePath('video', _id, '160') : null;
}

function describe({
  mainSection,
  subcategoria,
  seasonCount,
  chapterCount,
  isFeatured,
  isAdult,
}: AdminVideo): string {
  const section = mainSections.find(({ key }) => key === mainSection)?.displayName ?? mainSection;
  const seasons = seasonCount === 1 ? '1 temporada' : `${seasonCount} temporadas`;
  const chapters = chapterCount === 1 ? '1 capítulo' : `${chapterCount.toLocaleString('es')} capítulos`;
  return [
    section,
    subcategoria,
    seasonCount > 0 && `${seasons}, ${chapters}`,
    isFeatured && 'Destacado',
    isAdult && 'Para adultos',
  ]
    .filter(Boolean)
    .join(' · ');
}
