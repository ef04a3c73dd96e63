import { kidsSection, type MainSection } from '@butaca/contract';
import { Badge, classes, initialsOf } from '@butaca/ui';
import { Lock } from 'lucide-react';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { plansSentence } from '../../../shared/access/section-entry.ts';
import { imageAddress } from '../../../platform/api/image-address.ts';
import { paths } from '../../../shared/paths.ts';
import type { SectionState } from './section-state.ts';
import { useRotation } from './use-rotation.ts';
import './section-card.css';

export interface SectionCardProps {
  section: MainSection;
  /** Whether the person's plan does not open the section. */
  isClosed: boolean;
  onDenied: () => void;
  /** Called when the person is likely to open the section, to prefetch its films. */
  onApproach: () => void;
}

/** A card that opens a film section: its name, and a slide show of images of its films. */
export function SectionCard({ section, isClosed, onDenied, onApproach }: SectionCardProps) {
  const { key, displayName } = section;
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const plans = plansSentence(key);
  const handleClick = (event: MouseEvent): void => {
    if (!isClosed) return;
    event.preventDefault();
    onDenied();
  };
  return (
    <Link
      className={classes('section', key === kidsSection && 'section--kids')}
      to={paths.movieSection(key)}
      state={{ isFromWall: true } satisfies SectionState}
      aria-label={[displayName, plans].filter(Boolean).join(', ')}
      data-place={key}
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
        <h2>{displayName}</h2>
      </Show>
    </Link>
  );
}

/** A slide show of the section's images, of which the visible one and the next one are loaded, with the card's text beside it. */
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
  const pictures = samplesOf(section).filter((each) => !broken.includes(each));
  const turn = useRotation(pictures.length, isPaused);
  const shown = pictures.length === 0 ? 0 : turn % pictures.length;
  const fetched = pictures.slice(0, turn + 2);
  return (
    <>
      {pictures.length === 0 ? (
        <span className="section__blank" aria-hidden="true">
          {initialsOf(section.displayName)}
        </span>
      ) : (
        ['section__wall', 'section__reel'].map((part) => (
          <span key={part} className={part} aria-hidden="true">
            {fetched.map((picture, index) => (
              <img
                key={picture}
                src={picture}
                alt=""
                className={classes(
                  index === shown && 'is-shown',
                  index === shown && turn > 0 && 'is-coming',
                  index === (turn - 1) % pictures.length && 'is-going',
                )}
                onError={() => setBroken((last) => [...last, picture])}
              />
            ))}
          </span>
        ))
      )}
      <span className="section__text">
        {children}
        {pictures.length < 2 ? null : (
          <span className="section__dots" aria-hidden="true">
            {pictures.map((picture, index) => (
              <i key={picture} className={classes(index === shown && 'is-on')} />
            ))}
          </span>
        )}
      </span>
    </>
  );
}

/** Up to five sample images of the section's films, or else the section's own image. */
function samplesOf({ thumbnailSamples, thumbnailSample }: MainSection): string[] {
  const samples = thumbnailSamples.length > 0 ? thumbnailSamples : [thumbnailSample];
  const addresses = samples.flatMap((sample) => (sample ? imageAddress(sample) : []));
  return [...new Set(addresses)].slice(0, 5);
}
