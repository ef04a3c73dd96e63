import { Dialog } from '@butaca/ui';
import { SearchPanel } from './search-panel.tsx';
import { searchLabel } from './search.texts.ts';
import './search.css';

/** The properties of the search palette. */
export interface SearchPaletteProps {
  /** The user name under which recent searches are remembered. */
  username: string;
  open: boolean;
  onClose: () => void;
}

/** The search palette, an overlay on every screen. Each opening starts with an empty field. */
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
