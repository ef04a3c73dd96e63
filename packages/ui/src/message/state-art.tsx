const seats = [24, 112, 200, 288, 376];
const lit = 200;
const perforations = [0, 27, 54, 81, 108, 135];

/** The drawing above the message that a list is empty: a row of cinema seats, one of them lit. */
function EmptyArt() {
  return (
    <>
      <path className="art-beam" d="M240 -6 148 186H332Z" />
      {seats.map((left) => (
        <g key={left} transform={`translate(${left} 96)`}>
          <path
            className={left === lit ? 'art-lit' : 'art-dark'}
            d="M8 58V24A20 20 0 0 1 28 4h24a20 20 0 0 1 20 20v34z"
          />
          {left === lit ? <path className="art-shine" d="M8 58V24A20 20 0 0 1 28 4h12v54z" /> : null}
          <rect
            className={left === lit ? 'art-lit-low' : 'art-mid'}
            x="10"
            y="62"
            width="60"
            height={left === lit ? 14 : 9}
            rx="4"
          />
          <path className="art-mid" d="M-2 42a4 4 0 0 1 8 0v40h-8zM74 42a4 4 0 0 1 8 0v40h-8z" />
        </g>
      ))}
      <path className="art-floor" d="M0 180H480" />
    </>
  );
}

function FilmHoles({ left }: { left: number }) {
  return perforations.map((step) => (
    <g key={step} className="art-mid">
      <rect x={left + step} y="70" width="13" height="11" rx="2" />
      <rect x={left + step} y="128" width="13" height="11" rx="2" />
    </g>
  ));
}

/** The drawing above the message that content could not be loaded: a torn strip of film with one frame lit. */
function ErrorArt() {
  return (
    <>
      <path className="art-floor" d="M0 180H480" />
      <path className="art-dark" d="M40 62h176l14 22-18 20 16 22-20 20H40z" />
      <FilmHoles left={54} />
      <rect className="art-mid" x="62" y="90" width="62" height="30" />
      <g transform="translate(22 16) rotate(7 340 100)">
        <path className="art-dark" d="M440 62H264l-14 22 18 20-16 22 20 20H440z" />
        <FilmHoles left={284} />
        <rect className="art-lit" x="292" y="90" width="62" height="30" />
        <rect className="art-mid" x="366" y="90" width="62" height="30" />
      </g>
    </>
  );
}

/** The drawing above the message that a person may not see something: a rope between two posts. */
function DeniedArt() {
  return (
    <>
      <path className="art-floor" d="M0 180H480" />
      {[110, 370].map((centre) => (
        <g key={centre} transform={`translate(${centre - 110} 0)`}>
          <path className="art-mid" d="M88 180c0-9 8-12 22-12s22 3 22 12z" />
          <rect className="art-dark" x="105" y="66" width="10" height="106" />
          <circle className="art-mid" cx="110" cy="56" r="13" />
          <rect className="art-mid" x="100" y="74" width="20" height="9" rx="2" />
        </g>
      ))}
      <path className="art-rope" d="M118 80C150 150 330 150 362 80" />
      <path className="art-thread" d="M118 80C150 150 330 150 362 80" />
    </>
  );
}

const arts = { empty: EmptyArt, error: ErrorArt, denied: DeniedArt };

export type StateArtName = keyof typeof arts;

/** The shapes of a drawing above a message in place of content, inside an `svg` with the view box `0 0 480 220`. */
export function StateArt({ name }: { name: StateArtName }) {
  const Art = arts[name];
  return <Art />;
}
