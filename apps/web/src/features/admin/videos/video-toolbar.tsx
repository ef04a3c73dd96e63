import { kidsCategory, seriesCategories, videoTypeNames, videoTypes, type VideoType } from '@butaca/contract';
import { Button, Select } from '@butaca/ui';
import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { SearchBar } from '../lists/search-bar.tsx';
import type { VideoSearch } from './videos.queries.ts';

const typeOptions = [
  { value: '', label: 'Todos los tipos' },
  ...videoTypes.map((tipo) => ({ value: tipo, label: videoTypeNames[tipo] })),
];
const categoryOptions = [
  { value: '', label: 'Todas las Series' },
  ...[...seriesCategories, kidsCategory].map((category) => ({ value: category, label: category })),
];

interface VideoToolbarProps {
  shown: VideoSearch;
  /** The one video type that the administration tab lists; `undefined` for the tab that lists all types. */
  ownTipo: VideoType | undefined;
  /** The URL query with the page and filters of the table of videos, to which the video editor returns. */
  from: string;
  onShow: (next: Partial<VideoSearch>) => void;
}

/** The bar above the table of videos: search field, filters, and a button that adds a video. */
export function VideoToolbar({ shown, ownTipo, from, onShow }: VideoToolbarProps) {
  return (
    <div className="toolbar vods__bar">
      <SearchBar
        label="Buscar VOD"
        placeholder="Buscar por título..."
        className="vods__search"
        search={shown.search}
        onSearch={(search) => onShow({ search })}
      />
      {ownTipo === undefined && (
        <Select
          label="Tipo"
          hideLabel
          size="sm"
          options={typeOptions}
          value={shown.tipo}
          onChange={({ currentTarget }) => onShow({ tipo: currentTarget.value })}
        />
      )}
      {ownTipo === 'serie' && (
        <Select
          label="Subcategoría"
          hideLabel
          size="sm"
          options={categoryOptions}
          value={shown.subcategoria}
          onChange={({ currentTarget }) => onShow({ subcategoria: currentTarget.value })}
        />
      )}
      <span className="vods__grow" />
      <Button
        size="sm"
        icon={<Plus className="ico" />}
        render={
          <Link
            to={{ search: `?tab=add_vod${ownTipo === undefined ? '' : `&tipo=${ownTipo}`}` }}
            state={{ from }}
          />
        }
      >
        Agregar VOD
      </Button>
    </div>
  );
}
