import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { classes } from '../element/classes.ts';
import { renderElement } from '../element/render-element.ts';
import { prepareMenu } from '../message/lazy-menu.ts';
import { ProgressBar } from '../wait/progress-bar.tsx';
import { CardActions, type CardAction } from './card-actions.tsx';
import { CardMenu } from './card-menu.tsx';
import { PosterCorners, Rating } from './poster-corners.tsx';
import { PosterPicture } from './poster-picture.tsx';
import { useCardMenu } from './use-card-menu.ts';
import { useCanHover } from './use-can-hover.ts';
import './poster-card.css';

/** The properties that a card passes to the component that provides its actions. */
export interface CardActionsProps {
  /** A function that renders the card's actions; the card passes it in. */
  children?: ((actions: readonly CardAction[]) => ReactNode) | undefined;
}

export interface PosterCardProps {
  title: string;
  /** The line of text under the card's title, such as a year. */
  caption?: string | undefined;
  /** The description of the title; shown beside the poster of a card that fills a whole line. */
  description?: string | undefined;
  posterUrl?: string | null | undefined;
  /** The rating with one decimal, as displayed: `8.7`. */
  rating?: string | undefined;
  isUltraHd?: boolean | undefined;
  typeLabel?: string | undefined;
  /** Whether only the card's accessible name contains the type, because all cards around are of the same type. */
  hidesType?: boolean | undefined;
  /** The reason why the title is locked for this person; absent for a title that is not locked. */
  lockLabel?: string | undefined;
  /** How much of the title was watched, in percent; a bar is shown only strictly between 0 and 100. */
  progressPercent?: number | undefined;
  /** Whether the poster is loaded at once and not lazily; for cards on the first screen, and for grids, which render few cards. */
  eager?: boolean | undefined;
  /** Content below the title in the overlay that is shown on hover and focus. */
  overlayMeta?: ReactNode;
  /**
   * Provides the card's actions. It is rendered only while they are shown, because most cards of a long list never show theirs.
   */
  actions?: ReactElement<CardActionsProps> | undefined;
  /** The link or button that opens the title; the card adds its accessible name. */
  render: ReactElement;
  className?: string | undefined;
}

/**
 * A card with a poster and the title below. On hover and focus the card is lifted and shows its actions; on touch screens, and on
 * the keyboard's menu key, the actions are in a menu. A missing or broken poster is replaced by a drawing.
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
  // Only one of hover overlay and menu button is rendered, so that the rows of a long list render fast on a phone.
  const canHover = useCanHover();
  const options = `Opciones de ${title}`;
  const { keys, state, openAt } = useCardMenu('.card__link');
  const withActions = (draw: (list: readonly CardAction[]) => ReactNode): ReactNode =>
    actions === undefined ? null : cloneElement(actions, { children: draw });
  return (
    // The key events bubble up from the link inside the card.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes('card', actions !== undefined && 'card--acts', className)}
      {...(actions === undefined ? {} : keys)}
    >
      {renderElement(render, { className: 'card__link', 'aria-label': name })}
      <div className="card__art">
        <PosterPicture key={posterUrl} title={title} url={posterUrl} eager={eager} fades={canHover} />
        {progressPercent !== undefined && progressPercent > 0 && progressPercent < 100 ? (
          <ProgressBar
            className="card__progress"
            value={progressPercent}
            label={`Visto de ${title}`}
            hideLabel
          />
        ) : null}
        <PosterCorners
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
              <CardActions actions={list} title={title} />
            ))}
          </div>
        ) : null}
      </div>
      <div className="card__cap">
        <b aria-hidden="true">{title}</b>
        {/* The caption is rendered even without text, because all rows of a grid must have the same height. */}
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
