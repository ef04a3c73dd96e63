/** Whether a person moved the pointer, or pressed it: a page that moves under a mouse at rest tells a movement too. */
export const isMoved = ({ type, movementX, movementY }: PointerEvent): boolean =>
  type !== 'pointermove' || movementX !== 0 || movementY !== 0;
