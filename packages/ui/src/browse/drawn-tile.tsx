/*
 * The drawing that stands in for a missing picture: the whole name, set large on a coloured ground. The colour follows
 * from the genre, if there is one; a second colour, the direction of the light and the layout of a poster follow from a
 * hash of the name, so that a name looks the same everywhere, and neighbours look different.
 * The size of the letters follows from the lengths of the name and of its longest word, as a share of the drawing's
 * width; a name that does not fit even in the smallest letters ends in an ellipsis.
 */
import type { CSSProperties } from 'react';
import { classes } from '../element/classes.ts';
import './drawn-tile.css';

/** How many grounds the theme has for drawings: the tokens `--drawn-1`, `--drawn-2`, … */
export const drawnGrounds = 8;
const angles = [118, 152, 208, 242];
/** The layouts of a drawing that is as tall as a poster: the style sheet defines where the name is, and what is drawn. */
const tallLayouts = ['seats', 'moon', 'beam'];

/** The grounds of the most frequent genres, as numbers of the tokens; other genres take the ground of their hash. */
const genreGrounds: ReadonlyMap<string, number> = new Map([
  ['accion', 4],
  ['animacion', 2],
  ['anime', 8],
  ['aventura', 6],
  ['belico', 6],
  ['ciencia ficcion', 7],
  ['comedia', 5],
  ['crimen', 1],
  ['documental', 6],
  ['drama', 1],
  ['familia', 2],
  ['familiar', 2],
  ['fantasia', 3],
  ['infantil', 2],
  ['misterio', 3],
  ['musica', 8],
  ['romance', 8],
  ['suspenso', 7],
  ['terror', 3],
  ['thriller', 7],
  ['western', 5],
]);

/** Widths and lengths of a drawing's text: the share of the width that it fills, its lines, its smallest and largest letters. */
const shapes = {
  wide: { lines: 2, least: 0.084, most: 0.122, mostInOneLine: 0.155 },
  tall: { lines: 5, least: 0.095, most: 0.17, mostInOneLine: 0.17 },
};
const filledShare = 0.82;
/** The mean width of a letter of the headings' font, in proportion to its size, with its spaces. */
const letterWidth = 0.6;
/** Lines are broken between words, so that they are not filled to their ends. */
const lineUse = 0.82;

export interface DrawnTileProps {
  name: string;
  /**
   * The shape of the drawing: as wide as a channel's tile, as tall as a poster, or `small`, a drawing without letters
   * for thumbnails beside which the name stands.
   */
  shape: 'wide' | 'tall' | 'small';
  /** The first genre of a film or series, which gives the drawing its ground. */
  genre?: string | undefined;
}

/**
 * The drawing that stands in for a missing picture. It fills its container; the CSS variable `--drawn-w` is the width
 * of the container, from which the size of the letters follows. Screen readers ignore it: whatever contains it names
 * the item.
 */
export function DrawnTile({ name, shape, genre }: DrawnTileProps) {
  const seed = hashName(name);
  const ownGround = groundOf(name) + 1;
  const style = {
    '--drawn-ground': `var(--drawn-${genre === undefined ? ownGround : groundOfGenre(genre)})`,
    '--drawn-second': `var(--drawn-${ownGround})`,
    '--drawn-angle': `${angles[Math.floor(seed / drawnGrounds) % angles.length]}deg`,
    ...(shape !== 'small' && { '--drawn-fit': fitName(name, shape) }),
  } as CSSProperties;
  return (
    <span
      className={classes('drawn', `drawn--${shape}`, shape === 'tall' && `drawn--${layoutOf(seed)}`)}
      style={style}
      aria-hidden="true"
    >
      {shape === 'small' ? null : <span className="drawn__name">{name}</span>}
    </span>
  );
}

/** The layout of a poster whose name has this hash; the bits are not those from which its colour and light follow. */
const layoutOf = (seed: number): string | undefined =>
  tallLayouts[Math.floor(seed / (drawnGrounds * angles.length)) % tallLayouts.length];

/** The number of the token with the ground of a genre, which is the same whatever its case and accents. */
function groundOfGenre(genre: string): number {
  const folded = genre.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
  return genreGrounds.get(folded) ?? 1 + (hashName(folded) % drawnGrounds);
}

/**
 * The ground of a name, from 0. In a list, a name often stands beside one that goes on after its first word («ATV»,
 * «ATV Sur»): the other words then always lead to another ground.
 */
export function groundOf(name: string): number {
  const words = name.trim().split(/\s+/u);
  const step = words.length > 1 ? 1 + (hashName(words.slice(1).join(' ')) % (drawnGrounds - 1)) : 0;
  return (hashName(words[0] ?? '') + step) % drawnGrounds;
}

/** A number that is the same for equal names, whatever their case (FNV-1a, 32 bits). */
export function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (const letter of name.trim().toLocaleLowerCase('es')) {
    hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  }
  // The last steps mix the high bits into the low ones, from which the colour is taken.
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** The size of the letters of a drawing's name, as a share of the drawing's width. */
export function fitName(name: string, shape: 'wide' | 'tall'): number {
  const { lines, least, most, mostInOneLine } = shapes[shape];
  const words = name.trim().split(/\s+/u);
  const longest = Math.max(...words.map(({ length }) => length), 1);
  const wholeInOneLine = filledShare / (Math.max(name.length, 1) * letterWidth);
  if (wholeInOneLine >= mostInOneLine) return mostInOneLine;
  const wordInOneLine = filledShare / (longest * letterWidth);
  const inAllLines =
    words.length === 1 ? most : (filledShare * lines * lineUse) / (name.length * letterWidth);
  return Math.round(Math.min(Math.max(Math.min(wordInOneLine, inAllLines), least), most) * 1_000) / 1_000;
}
