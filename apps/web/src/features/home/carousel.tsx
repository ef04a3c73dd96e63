import { useArrowNavigation } from '@butaca/ui';
import { ChevronRight } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import './carousel.css';

/** The part of its width by which a row moves. @see the specification, section 2 (home page) */
const stepShare = 0.8;

/** A row that bleeds to the right, with arrows on hover, touch scroll with snap, and arrow keys between its cards. */
export function Carousel({ title, kind, children }: { title: string; kind: 'tiles'; children: ReactNode }) {
  const track = useRef<HTMLUListElement>(null);
  const navigation = useArrowNavigation({ axis: 'x' });
  const scroll = (direction: 1 | -1): void => {
    const width = track.current?.clientWidth ?? 0;
    track.current?.scrollBy({ left: direction * width * stepShare });
  };
  return (
    <section className="row" aria-label={title}>
      <div className="row__head">
        <h2>{title}</h2>
      </div>
      {/* The keys come from the links inside it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul ref={track} className={`row__track row__track--${kind}`} {...navigation}>
        {children}
      </ul>
      <RowArrow direction="prev" onClick={() => scroll(-1)} />
      <RowArrow direction="next" onClick={() => scroll(1)} />
    </section>
  );
}

/** For the pointer alone: the keyboard moves from card to card. */
function RowArrow({ direction, onClick }: { direction: 'prev' | 'next'; onClick: () => void }) {
  return (
    <button
      type="button"
      className={`row__arrow row__arrow--${direction}`}
      aria-hidden="true"
      tabIndex={-1}
      onClick={onClick}
    >
      <ChevronRight className="ico" />
    </button>
  );
}
