/** Takes back a registration; calling it twice does no harm. */
export type Undo = () => void;
