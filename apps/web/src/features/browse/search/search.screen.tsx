import { Dialog } from '@butaca/ui';
import { SearchPanel } from './search-panel.tsx';
import { searchLabel } from './search.texts.ts';
import './search.css';

/** The properties of the search dialog. */
export interface SearchPaletteProps {
  /** The user name under which the person's recent searches are stored. */
  username: string;
  open: boolean;
  onClose: () => void;
}

/** The search dialog, which opens over every screen. Each time it opens, its field is empty. */
export function SearchPalette({ username, open, onClose }: SearchPaletteProps) {
  return (
    <Dialog
      size="palette"
      open={open}
      onOpenChange={(isWanted) => {
        if (!isWanted) onClose();
      }}
      title={searchLabel}
      closeLabel="Cerrar búsqueda"
    >
      <SearchPanel username={username} onClose={onClose} />
    </Dialog>
  );
}
