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
  /** The person may not enter. */
  isClosed: boolean;
  onDenied: () => void;
  /** The person is about to enter. */
  onApproach: () => void;
}

/** The way into a section of films: its name, and pictures of its films that follow each other. */
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

/** The pictures, the one that is looked at and the one after it already fetched, and the words beside them. */
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

/** Up to five pictures of films, else the section's own one. */
function samplesOf({ thumbnailSamples, thumbnailSample }: MainSection): string[] {
  const samples = thumbnailSamples.length > 0 ? thumbnailSamples : [thumbnailSample];
  const addresses = samples.flatMap((sample) => (sample ? imageAddress(sample) : []));
  return [...new Set(addresses)].slice(0, 5);
}
