import { kidsSection, type MainSection } from '@butaca/contract';
import { Badge, classes, DrawnTile } from '@butaca/ui';
import { Lock } from 'lucide-react';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { plansSentence, useSectionEntry } from '../../../shared/access/section-entry.ts';
import { imageAddress } from '../../../platform/api/image-address.ts';
import { paths } from '../../../shared/paths.ts';
import type { SectionState } from './section-state.ts';
import { emptySection } from './movies.texts.ts';
import { useRotation } from './use-rotation.ts';
import './section-card.css';

export interface SectionCardProps {
  section: MainSection;
  onDenied: () => void;
  /** Called when the pointer or the focus reaches the card, so that the films of the section are prefetched. */
  onApproach: () => void;
}

/**
 * A card of the screen «Películas» that opens a film section: the section's name, and a slide show of images of its
 * films.
 */
export function SectionCard({ section, onDenied, onApproach }: SectionCardProps) {
  const { key, displayName, locked: isClosed, isEmpty } = section;
  const mayEnter = useSectionEntry();
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  // A section that is open only because its films name the plan themselves does not say that it needs another one.
  const plans = isClosed || mayEnter(key) ? plansSentence(key) : undefined;
  const handleClick = (event: MouseEvent): void => {
    if (!isClosed) return;
    event.preventDefault();
    onDenied();
  };
  return (
    <Link
      className={classes('section', key === kidsSection && 'section--kids', isEmpty && 'section--empty')}
      to={paths.movieSection(key)}
      state={{ isFromAllSections: true } satisfies SectionState}
      aria-label={[displayName, plans, isEmpty && emptySection].filter(Boolean).join(', ')}
      data-focus-key={key}
      onClick={handleClick}
      onPointerEnter={() => {
        setHovered(true);
        if (!isClosed) onApproach();
      }}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => {
        setFocused(true);
        if (!isClosed) onApproach();
      }}
      onBlur={() => setFocused(false)}
    >
      <Show section={section} isPaused={isHovered || isFocused}>
        {plans === undefined ? null : (
          <Badge tone="plan" icon={isClosed ? <Lock className="ico" aria-hidden /> : undefined}>
            {plans}
          </Badge>
        )}
        {isEmpty && <Badge tone="line">{emptySection}</Badge>}
        <h2>{displayName}</h2>
      </Show>
    </Link>
  );
}

/**
 * The slide show on the card of a film section, of which only the images up to the next one are loaded, with the card's
 * text over it.
 */
function Show({
  section,
  isPaused,
  children,
}: {
  section: MainSection;
  isPaused: boolean;
  children: ReactNode;
}) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const images = samplesOf(section).filter((each) => !broken.includes(each));
  const turn = useRotation(images.length, isPaused);
  const shown = images.length === 0 ? 0 : turn % images.length;
  const fetched = images.slice(0, turn + 2);
  return (
    <>
      {images.length === 0 ? (
        <DrawnTile name={section.displayName} shape="small" />
      ) : (
        ['section__backdrop', 'section__slides'].map((part) => (
          <span key={part} className={part} aria-hidden="true">
            {fetched.map((image, index) => (
              <img
                key={image}
                src={image}
                alt=""
                className={classes(
                  index === shown && 'is-shown',
                  index === shown && turn > 0 && 'is-coming',
                  index === (turn - 1) % images.length && 'is-going',
                )}
                onError={() => setBroken((last) => [...last, image])}
              />
            ))}
          </span>
        ))
      )}
      <span className="section__text">
        {children}
        {images.length < 2 ? null : (
          <span className="section__dots" aria-hidden="true">
            {images.map((image, index) => (
              <i key={image} className={classes(index === shown && 'is-on')} />
            ))}
          </span>
        )}
      </span>
    </>
  );
}

/** The image URLs for the card of a film section: up to five of its films, or else the section's own image. */
function samplesOf({ thumbnailSamples, thumbnailSample }: MainSection): string[] {
  const samples = thumbnailSamples.length > 0 ? thumbnailSamples : [thumbnailSample];
  const addresses = samples.flatMap((sample) => (sample ? imageAddress(sample) : []));
  return [...new Set(addresses)].slice(0, 5);
}
