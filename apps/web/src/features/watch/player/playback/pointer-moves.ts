/**
 * Whether the person moved or pressed the pointer: scrolling the page under a resting mouse also fires a `pointermove`
 * event.
 */
export const isMoved = ({ type, movementX, movementY }: PointerEvent): boolean =>
  type !== 'pointermove' || movementX !== 0 || movementY !== 0;
