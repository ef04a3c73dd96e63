/**
 * Whether a pointer event shows that the person moved or pressed the pointer: scrolling the page under a resting mouse
 * also fires a `pointermove` event, without movement.
 */
export const isMoved = ({ type, movementX, movementY }: PointerEvent): boolean =>
  type !== 'pointermove' || movementX !== 0 || movementY !== 0;
