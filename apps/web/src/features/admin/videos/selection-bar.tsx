import { Button } from '@butaca/ui';
import { Trash2 } from 'lucide-react';

interface SelectionBarProps {
  count: number;
  onClear: () => void;
  onDelete: () => void;
}

/**
 * The bar at the bottom of the window, visible however far the table is scrolled, while videos are selected: deletes
 * them, or ends the selection.
 */
export function SelectionBar({ count, onClear, onDelete }: SelectionBarProps) {
  return (
    <div className="vods__selection" role="group" aria-label="Selección">
      <Button variant="danger" size="sm" icon={<Trash2 className="ico" />} onClick={onDelete}>
        {`Eliminar seleccionados (${count})`}
      </Button>
      <Button variant="line" size="sm" quiet onClick={onClear}>
        Quitar selección
      </Button>
    </div>
  );
}
