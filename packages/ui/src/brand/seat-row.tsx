import './seat-row.css';

/** Decoration for the upper edge of the page's footer: a row of cinema seats, one of them lit. */
export function SeatRow() {
  return <div className="seatrow" aria-hidden="true" />;
}
