/** Where a cue is placed: the members of a `VTTCue` that say so. */
export type PlacedCue = Pick<VTTCue, 'line' | 'snapToLines' | 'text'>;

/** The size of the video, and how much of its bottom the controls cover, in CSS pixels. */
export interface CoveredVideo {
  width: number;
  height: number;
  coveredHeight: number;
}

/** Browsers write cues in letters of this fraction of the video's shorter side. */
const fontFraction = 0.05;
/** The height of a line of cues in letters' heights, and the mean width of a letter. */
const lineInFonts = 1.3;
const letterInFonts = 0.5;

/**
 * Computes the line at which a cue stands above the controls of the player.
 *
 * @returns the new value of `line`; `undefined` if the cue stands above them already
 * @see https://w3c.github.io/webvtt/#webvtt-cue-line for lines, which count from the bottom where they are negative
 */
export function lineAbove(
  cue: PlacedCue,
  { width, height, coveredHeight }: CoveredVideo,
): number | undefined {
  const font = Math.min(width, height) * fontFraction;
  if (font <= 0 || coveredHeight <= 0) return undefined;
  const lineHeight = font * lineInFonts;
  const coveredLines = Math.ceil(coveredHeight / lineHeight);
  const ownLines = countLines(cue.text, Math.max(1, Math.floor(width / (font * letterInFonts))));
  const highest = -(coveredLines + ownLines);
  if (cue.line === 'auto') return highest;
  if (!cue.snapToLines) {
    const lowestPercent = 100 * (1 - ((coveredLines + ownLines) * lineHeight) / height);
    return cue.line > lowestPercent ? Math.max(0, Math.floor(lowestPercent)) : undefined;
  }
  if (cue.line < 0) return cue.line > highest ? highest : undefined;
  const lastLine = Math.floor(height / lineHeight) - 1;
  return cue.line - lastLine - 1 > highest ? highest : undefined;
}

/** Counts the lines of a cue, those that are too long for the video included. */
function countLines(text: string, lettersPerLine: number): number {
  // The tags of WebVTT, such as `<b>`, are no letters.
  const letters = text
    .split('<')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('>') + 1)))
    .join('')
    .trim();
  return letters
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lettersPerLine)), 0);
}
