import { Lock } from 'lucide-react';
import {
  cloneElement,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { classes } from '../element/classes.ts';
import { renderElement } from '../element/render-element.ts';
import { prepareMenu } from '../message/lazy-menu.ts';
import { ProgressBar } from '../wait/progress-bar.tsx';
import { CardMenu } from './card-menu.tsx';
import { initialsOf } from './initials.ts';
import { RatingStar } from './rating-star.tsx';
import { useCardMenu } from './use-card-menu.ts';
import { useCanHover } from './use-can-hover.ts';
import './tab.css';
import './poster-card.css';

/** An action on the title of a card, beside opening it. */
export interface CardAction {
  key: string;
  label: string;
  icon: ReactNode;
  onSelect: () => void;
  /** The preferred action. */
  solid?: boolean | undefined;
}

export interface CardActionsProps {
  /** Renders the actions; passed in by the card. */
  children?: ((actions: readonly CardAction[]) => ReactNode) | undefined;
}

export interface PosterCardProps {
  title: string;
  /** The line under the title, such as a year. */
  caption?: string | undefined;
  /** Shown beside the poster of a card that fills a whole line. */
  description?: string | undefined;
  posterUrl?: string | null | undefined;
  /** With one decimal, as displayed: `8.7`. */
  rating?: string | undefined;
  isUltraHd?: boolean | undefined;
  typeLabel?: string | undefined;
  /** The kind is only in the accessible name, because all cards around are of the same kind. */
  hidesType?: boolean | undefined;
  /** Set when the title is locked for this person; says why. */
  lockLabel?: string | undefined;
  /** Shown only strictly between 0 and 100. */
  progressPercent?: number | undefined;
  /** Loads the picture at once: for the cards of the first screen, and of grids, which render only cards near the window. */
  eager?: boolean | undefined;
  /** Content under the title on hover and focus. */
  overlayMeta?: ReactNode;
  /**
   * Provides the card's actions. It is rendered only while they are shown: a long list has many cards whose menu is never opened.
   */
  actions?: ReactElement<CardActionsProps> | undefined;
  /** The link or button that opens the title; the card adds its accessible name. */
  render: ReactElement;
  className?: string | undefined;
}

/**
 * A poster with a title below. On hover and focus it rises and shows its actions; on touch screens, and by the keyboard's menu keys,
 * they are in a menu. A missing or broken picture is replaced by a drawing.
 */
export function PosterCard({
  title,
  caption,
  description,
  posterUrl,
  rating,
  isUltraHd = false,
  typeLabel,
  hidesType = false,
  lockLabel,
  progressPercent,
  eager = false,
  overlayMeta,
  actions,
  render,
  className,
}: PosterCardProps) {
  const name = [title, typeLabel, caption, lockLabel].filter(Boolean).join(', ');
  // Either the hover overlay or the menu button is rendered, not both, so that the rows of a long list render fast on a phone.
  const canHover = useCanHover();
  const options = `Opciones de ${title}`;
  const { keys, state, openAt } = useCardMenu('.card__link');
  const withActions = (draw: (list: readonly CardAction[]) => ReactNode): ReactNode =>
    actions === undefined ? null : cloneElement(actions, { children: draw });
  return (
    // The key events come from the link inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes('card', actions !== undefined && 'card--acts', className)}
      {...(actions === undefined ? {} : keys)}
    >
      {renderElement(render, { className: 'card__link', 'aria-label': name })}
      <div className="card__art">
        <Poster key={posterUrl} title={title} url={posterUrl} eager={eager} fades={canHover} />
        {progressPercent !== undefined && progressPercent > 0 && progressPercent < 100 ? (
          <ProgressBar
            className="card__progress"
            value={progressPercent}
            label={`Visto de ${title}`}
            hideLabel
          />
        ) : null}
        <Corners
          rating={rating}
          isUltraHd={isUltraHd}
          typeLabel={hidesType ? undefined : typeLabel}
          lockLabel={lockLabel}
        />
        {canHover ? (
          <div className="card__over">
            <b className="card__name" aria-hidden="true">
              {title}
            </b>
            {overlayMeta ? <div className="card__meta">{overlayMeta}</div> : null}
            {withActions((list) => (
              <Actions actions={list} title={title} />
            ))}
          </div>
        ) : null}
      </div>
      <div className="card__cap">
        <b aria-hidden="true">{title}</b>
        {/* Rendered even without text: all rows of a grid have the same height. */}
        <span>
          <span aria-hidden="true">{caption || '\u00a0'}</span>
          {rating ? <Rating className="card__rate" rating={rating} /> : null}
        </span>
        {description ? <p className="card__text">{description}</p> : null}
      </div>
      {actions === undefined || canHover ? null : (
        <button
          type="button"
          className="card__more"
          aria-label={options}
          aria-haspopup="menu"
          aria-expanded={state !== undefined}
          data-within
          onPointerEnter={prepareMenu}
          onFocus={prepareMenu}
          onClick={(event) => {
            if (state === undefined) openAt(event.currentTarget);
            else state.close();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            openAt(event.currentTarget);
          }}
        />
      )}
      {state === undefined
        ? null
        : withActions((list) => <CardMenu label={options} items={list} state={state} />)}
    </div>
  );
}

interface PosterProps {
  title: string;
  url: string | null | undefined;
  eager: boolean;
  /** Fades in, as the stylesheet defines. */
  fades: boolean;
}

function Poster({ title, url, eager, fades }: PosterProps) {
  const [isBroken, setIsBroken] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  const ask = (): void => {
    const { current } = image;
    if (current === null || !url || current.getAttribute('src') === url) return;
    current.src = url;
    // A cached picture is shown at once, without a fade.
    if (fades && current.complete && current.naturalWidth > 0) current.classList.add('is-there');
  };
  useLayoutEffect(() => {
    if (fades) ask();
  });
  // On a phone, after the render and layout of the card: requesting the pictures of a row takes a fifth of that time.
  useEffect(ask);
  if (!url || isBroken) {
    return (
      <span className="card__blank" aria-hidden="true">
        <b>{initialsOf(title)}</b>
        <span>{title}</span>
      </span>
    );
  }
  return (
    <img
      ref={image}
      alt=""
      width={400}
      height={600}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      // Sets a class instead of state: in a scrolling list pictures load continually, and each would render a card again.
      onLoad={fades ? (event) => event.currentTarget.classList.add('is-loaded') : undefined}
      onError={() => setIsBroken(true)}
    />
  );
}

type CornersProps = Pick<PosterCardProps, 'rating' | 'isUltraHd' | 'typeLabel' | 'lockLabel'>;

function Corners({ rating, isUltraHd, typeLabel, lockLabel }: CornersProps) {
  return (
    <>
      {typeLabel || isUltraHd ? (
        <span className="card__tl">
          {typeLabel ? (
            <span className="tab tab--type" aria-hidden="true">
              {typeLabel}
            </span>
          ) : null}
          {isUltraHd ? (
            <span className="tab tab--4k">
              <b>4K</b>
              <span>ULTRAHD</span>
            </span>
          ) : null}
        </span>
      ) : null}
      {rating ? <Rating className="tab tab--rate" rating={rating} /> : null}
      {lockLabel ? (
        <span className="tab tab--lock" title={lockLabel}>
          <Lock className="ico" aria-hidden />
        </span>
      ) : null}
    </>
  );
}

/** Read as an image with a name: visually hidden text would add one more element, with a clip, to every card. */
const Rating = ({ className, rating }: { className: string; rating: string }) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no picture, but read as one
  <span className={className} role="img" aria-label={`Valoración ${rating}`}>
    <RatingStar />
    {rating}
  </span>
);

/** ← and → move between the actions; beyond the ends the keys are not handled. */
function handleActionKey(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  const step = event.key === 'ArrowRight' ? 1 : -1;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const next = buttons[buttons.indexOf(event.target as HTMLButtonElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}

function Actions({ actions, title }: { actions: readonly CardAction[]; title: string }) {
  const handleSelect = (button: HTMLElement, { onSelect }: CardAction): void => {
    // A dialog restores the focus to where it was; the action is hidden by then, so the focus moves to the link first.
    button.closest('.card')?.querySelector<HTMLElement>('.card__link')?.focus({ preventScroll: true });
    onSelect();
  };
  return (
    <div
      className="card__acts"
      role="toolbar"
      aria-label={`Acciones de ${title}`}
      tabIndex={-1}
      onKeyDown={handleActionKey}
    >
      {actions.map((action) => (
        <IconButton
          key={action.key}
          label={action.label}
          variant={action.solid ? 'solid' : 'soft'}
          data-within
          onClick={(event) => handleSelect(event.currentTarget, action)}
        >
          {action.icon}
        </IconButton>
      ))}
    </div>
  );
}
