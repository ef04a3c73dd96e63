import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { classes } from '../element/classes.ts';
import { renderElement } from '../element/render-element.ts';
import { prepareMenu } from '../message/lazy-menu.ts';
import { ProgressBar } from '../wait/progress-bar.tsx';
import { CardActions, type CardAction } from './card-actions.tsx';
import { CardMenu } from './card-menu.tsx';
import { PosterCorners, Rating, type PosterLabels } from './poster-corners.tsx';
import { PosterImage, type Poster } from './poster-image.tsx';
import { useCardMenu, type CardMenuState } from './use-card-menu.ts';
import { useCanHover } from './use-can-hover.ts';
import './poster-card.css';

/** The properties that a film's card passes to the component that provides its actions. */
export interface CardActionsProps {
  /**
   * Renders the actions of a film's card, as buttons or as a menu; the card passes this function to the component that
   * knows the actions.
   */
  children?: ((actions: readonly CardAction[]) => ReactNode) | undefined;
}

interface PosterText {
  title: string;
  /** The line under the title on the card of a film or series, such as the year. */
  caption?: string | undefined;
  /** The description, shown beside the poster where a card is as wide as the grid. */
  description?: string | undefined;
}

export interface PosterCardProps {
  text: PosterText;
  poster?: Poster | undefined;
  labels?: PosterLabels | undefined;
  /**
   * How much of the film or series was watched, in percent; a progress bar is shown only strictly between 0 and 100.
   */
  progressPercent?: number | undefined;
  /** Content below the title in the overlay that covers the poster on hover and focus. */
  overlayMeta?: ReactNode;
  /**
   * The component that provides the card's actions. It is rendered only while the actions are shown, because most cards
   * of a long list never show theirs.
   */
  actions?: ReactElement<CardActionsProps> | undefined;
  /** The link or button that opens the film or series; the card adds a name for screen readers to it. */
  render: ReactElement;
}

/**
 * The card of a film or series: its poster and the title below. On hover and focus the card is enlarged and shows its
 * actions; on touch screens, and on the keyboard's menu key, the actions are in a menu. A missing or broken poster is
 * replaced by a drawing.
 */
export function PosterCard({
  text,
  poster = {},
  labels = {},
  progressPercent,
  overlayMeta,
  actions,
  render,
}: PosterCardProps) {
  const { title, caption } = text;
  // A card renders either the hover overlay or the menu button for its actions, never both, so that the rows of a long
  // list render fast on a phone.
  const canHover = useCanHover();
  const options = `Opciones de ${title}`;
  const { keys, state, openAt } = useCardMenu('.card__link');
  const withActions = (draw: (list: readonly CardAction[]) => ReactNode): ReactNode =>
    actions === undefined ? null : cloneElement(actions, { children: draw });
  return (
    // The card handles key events, which bubble up from the link inside the card.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes('card', actions !== undefined && 'card--acts')}
      {...(actions === undefined ? {} : keys)}
    >
      {renderElement(render, {
        className: 'card__link',
        'aria-label': [title, labels.type, caption, labels.isUltraHd === true && '4K ULTRAHD', labels.lock]
          .filter(Boolean)
          .join(', '),
      })}
      <div className="card__art">
        <PosterImage key={poster.url} title={title} poster={poster} fades={canHover} />
        {progressPercent !== undefined && progressPercent > 0 && progressPercent < 100 ? (
          <ProgressBar
            className="card__progress"
            value={progressPercent}
            label={`Progreso de ${title}`}
            hideLabel
          />
        ) : null}
        <PosterCorners labels={labels} />
        {canHover ? (
          <div className="card__over">
            <b className="card__name" aria-hidden="true">
              {title}
            </b>
            {overlayMeta ? <div className="card__meta">{overlayMeta}</div> : null}
            {withActions((list) => (
              <CardActions actions={list} title={title} />
            ))}
          </div>
        ) : null}
      </div>
      <Caption text={text} rating={labels.rating} />
      {actions === undefined || canHover ? null : (
        <MenuButton label={options} state={state} onOpen={openAt} />
      )}
      {state === undefined
        ? null
        : withActions((list) => <CardMenu label={options} items={list} state={state} />)}
    </div>
  );
}

/** The title, caption, rating and description of a film or series, below or beside its poster. */
function Caption({
  text: { title, caption, description },
  rating,
}: {
  text: PosterText;
  rating: string | undefined;
}) {
  return (
    <div className="card__cap">
      <b aria-hidden="true">{title}</b>
      {/* The caption below a poster is rendered even without text, because all rows of a grid must have the same
          height. */}
      <span>
        <span aria-hidden="true">{caption || '\u00a0'}</span>
        {rating ? <Rating className="card__rate" rating={rating} /> : null}
      </span>
      {description ? <p className="card__text">{description}</p> : null}
    </div>
  );
}

interface MenuButtonProps {
  label: string;
  /** The open menu of the card; `undefined` while the menu is closed. */
  state: CardMenuState | undefined;
  onOpen: (anchor: HTMLElement) => void;
}

/** The button that opens the menu of a card's actions on touch screens, or closes it. */
function MenuButton({ label, state, onOpen }: MenuButtonProps) {
  return (
    <button
      type="button"
      className="card__more"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={state !== undefined}
      data-within
      onPointerEnter={prepareMenu}
      onFocus={prepareMenu}
      onClick={(event) => {
        if (state === undefined) onOpen(event.currentTarget);
        else state.close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        onOpen(event.currentTarget);
      }}
    />
  );
}
