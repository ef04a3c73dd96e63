import './seat-row.css';

/** A row of cinema seats, one of them lit: decoration for the upper edge of a footer. */
export function SeatRow() {
  return <div className="seatrow" aria-hidden="true" />;
}
