/** Whether the person moved or pressed the pointer: a page that scrolls under a resting mouse also fires an event. */
export const isMoved = ({ type, movementX, movementY }: PointerEvent): boolean =>
  type !== 'pointermove' || movementX !== 0 || movementY !== 0;
