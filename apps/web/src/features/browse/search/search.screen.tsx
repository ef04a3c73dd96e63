import { Dialog } from '@butaca/ui';
import { SearchPanel } from './search-panel.tsx';
import { searchLabel } from './search.texts.ts';
import './search.css';

export interface SearchPaletteProps {
  /** Whose searches are remembered. */
  username: string;
  open: boolean;
  onClose: () => void;
}

/** The search over everything, which lies over whatever screen there is. It begins anew each time it is opened. */
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
