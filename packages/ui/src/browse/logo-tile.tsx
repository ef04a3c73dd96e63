import { Lock, Play } from 'lucide-react';
import { useId, useState, type CSSProperties, type ReactElement, type ReactNode } from 'react';
import { classes } from '../element/classes.ts';
import { renderElement } from '../element/render-element.ts';
import type { MenuEntry } from '../message/menu-panel.tsx';
import { DrawnTile } from './drawn-tile.tsx';
import { MenuOnHold } from './menu-on-hold.tsx';
import { readLogo, type LogoReading } from './logo-reading.ts';
import './tab.css';
import './logo-tile.css';

export interface LogoTileProps {
  name: string;
  caption?: string | undefined;
  logoUrl?: string | null | undefined;
  /**
   * The CSS colour with which the background of the channel's card is tinted; by default the main colour of the logo.
   */
  color?: string | null | undefined;
  /** The background behind the channel's logo; `auto` chooses a light one for a dark logo. */
  face?: 'auto' | 'dark' | 'light' | undefined;
  /** The label in a corner of the channel's logo, with a red dot, e.g. «En vivo». */
  tag?: string | undefined;
  /** Whether the label is calm and without its red dot, because the channel is not on air. */
  isTagQuiet?: boolean | undefined;
  /** Why this person's plan does not open the channel; absent for a channel that is not locked. */
  lockLabel?: string | undefined;
  /** Whether the channel's logo is loaded at once instead of lazily; used for the cards that are visible first. */
  eager?: boolean | undefined;
  /**
   * A button in the lower corner of the channel's logo, such as the heart for favourites; visible on hover and focus,
   * and always on touch screens.
   */
  action?: ReactNode;
  /** The actions of the channel's card, shown as a menu on the menu key and on a long press of Enter. */
  menu?: readonly MenuEntry[] | undefined;
  /** Whether the button in the corner of the channel's card is visible even without hover and focus. */
  isActionPinned?: boolean | undefined;
  /** A part below the channel's name, which screen readers say as the description of the card. */
  note?: ReactNode;
  /** The element to render the channel's card as, e.g. a router's link; by default a plain `span`. */
  render?: ReactElement | undefined;
  className?: string | undefined;
}

/** The URL of a logo image, whether loading it failed, and its main colour and darkness as read from its pixels. */
type LoadedLogo = { url: string; broken: boolean; reading: LogoReading | null };

/**
 * The card of a channel: its logo on a softly tinted 16:9 background, and its name below. A drawing of the name replaces
 * a logo that is missing or cannot be loaded.
 */
export function LogoTile({
  name,
  caption,
  logoUrl,
  color,
  face = 'auto',
  tag,
  isTagQuiet = false,
  lockLabel,
  eager = false,
  action,
  menu = [],
  isActionPinned = false,
  note,
  render = <span />,
  className,
}: LogoTileProps) {
  const [known, setKnown] = useState<LoadedLogo | null>(null);
  const logo = known !== null && known.url === logoUrl ? known : null;
  const isLight = face === 'light' || (face === 'auto' && logo?.reading?.isDark === true);
  const tint = color ?? logo?.reading?.color;
  const isLink = render.type !== 'span';
  const noteId = useId();

  const tile = renderElement(render, {
    className: classes('tile', className),
    ...(isLink ? { 'aria-label': [name, caption, tag, lockLabel].filter(Boolean).join(', ') } : {}),
    ...(note ? { 'aria-describedby': noteId } : {}),
    children: (
      <>
        <span
          className={classes('tile__face', isLight && 'tile__face--light')}
          style={tint ? ({ '--tint': tint } as CSSProperties) : undefined}
        >
          {!logoUrl || logo?.broken ? (
            <DrawnTile name={name} shape="wide" />
          ) : (
            <img
              src={logoUrl}
              alt=""
              width={320}
              height={180}
              loading={eager ? 'eager' : 'lazy'}
              decoding="async"
              draggable={false}
              className={classes(logo !== null && 'is-loaded')}
              onLoad={(event) =>
                setKnown({ url: logoUrl, broken: false, reading: readLogo(event.currentTarget) })
              }
              onError={() => setKnown({ url: logoUrl, broken: true, reading: null })}
            />
          )}
          {tag === undefined ? null : (
            <span className={classes('tab', 'tab--live', isTagQuiet && 'tab--quiet')}>{tag}</span>
          )}
          {lockLabel === undefined ? null : (
            <span className="tile__lock" title={lockLabel}>
              <Lock className="ico" aria-hidden />
            </span>
          )}
          {lockLabel === undefined ? (
            <span className="tile__play">
              <Play className="ico ico--fill" aria-hidden />
            </span>
          ) : null}
        </span>
        <span className="tile__cap">
          <b>{name}</b>
          {caption === undefined ? null : <span>{caption}</span>}
        </span>
        {note ? <span id={noteId}>{note}</span> : null}
      </>
    ),
  });
  if (!action) return tile;
  return (
    <MenuOnHold className="tile-box" label={`Opciones de ${name}`} opener=".tile" items={menu}>
      {tile}
      <span
        className={classes('tile-box__corner', isActionPinned && 'is-pinned')}
        role="group"
        aria-label={`Opciones de ${name}`}
      >
        {action}
      </span>
    </MenuOnHold>
  );
}

/** The number of columns of a grid of channel cards, from 2 to 8, by the grid's width in CSS pixels. */
export function tileColumns(widthPx: number): number {
  const steps = [520, 700, 940, 1180, 1640];
  const passed = steps.filter((step) => widthPx >= step).length;
  return passed === steps.length ? 8 : passed + 2;
}

/**
 * The approximate height of a row in a grid of channel cards, including the gap to the next row, by the width of a
 * card.
 */
export function tileRowHeightPx(cellWidthPx: number): number {
  const captionPx = 28;
  const gapPx = 26;
  return (cellWidthPx * 9) / 16 + captionPx + gapPx;
}
