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

/** What a component that provides the actions of a card gets from the card. */
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
