import { useDraggable, useDroppable } from '@dnd-kit/core';
import { GripVertical } from 'lucide-react';
import type { ReactNode } from 'react';

/**
 * The row of one source URL in the channel editor, with a handle by which a mouse or a finger drags it to another place.
 * The handle is no button: with keys, a source is moved by the buttons «Subir» and «Bajar».
 */
export function SourceRow({
  sourceKey,
  place,
  isMovable,
  children,
}: {
  sourceKey: string;
  /** The place of the source, counted from 1. */
  place: number;
  isMovable: boolean;
  children: ReactNode;
}) {
  const { setNodeRef: setDropRef, isOver } = useDroppable({ id: sourceKey });
  const { setNodeRef, setActivatorNodeRef, listeners, isDragging, transform } = useDraggable({
    id: sourceKey,
    disabled: !isMovable,
  });
  return (
    <li
      ref={(element) => {
        setNodeRef(element);
        setDropRef(element);
      }}
      className={`source${isDragging ? ' is-dragged' : isOver ? ' is-over' : ''}`}
      style={transform === null ? undefined : { translate: `0 ${transform.y}px` }}
    >
      <span
        ref={setActivatorNodeRef}
        className={`source__handle num${isMovable ? ' is-movable' : ''}`}
        aria-hidden="true"
        {...(isMovable && { title: `Arrastra la dirección ${place}` })}
        {...listeners}
      >
        {isMovable && <GripVertical className="ico" />}
        {place}
      </span>
      {children}
    </li>
  );
}
