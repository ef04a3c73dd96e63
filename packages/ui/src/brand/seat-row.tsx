import './seat-row.css';

/** The last row of the hall, with one seat lit: decoration for the upper edge of a footer. */
export function SeatRow() {
  return <div className="seatrow" aria-hidden="true" />;
}
