/** Turns names of files into names: `El.Reino.S01E01.mkv`, `El_Hoyo_(2019)`. */

const extension =
  /\.(?:mkv|mp4|avi|mov|m4v|webm|wmv|flv|mpg|mpeg|m2ts|ts|m3u8|vob|divx|ogm|rmvb|strm)(?=$|[\s[(])/i;
const alphanumeric = /[\p{L}\p{N}]/u;

export interface FileName {
  text: string;
  /** Whether dots or underscores stood for its blanks. */
  isFileName: boolean;
}

/** The site from which a file comes: `www.example.com - Nombre`. */
const site = /^\[? ?www\.[a-z\d-]{1,40}\.[a-z.]{2,12} ?\]?(?: ?- ?| )/i;

/** Drops the site and the extension of a video, and puts blanks where dots or underscores stand for them. */
export function readFileName(name: string): FileName {
  const hasLine = name.includes('_');
  if (!hasLine && !name.includes('.')) return { text: name, isFileName: false };
  let text = (hasLine ? name.replaceAll('_', ' ').trim() : name).replace(site, '');
  if (text.trim() === '') text = name;
  const shortened = text.includes('.') ? text.replace(extension, ' ').trim() : text;
  if (shortened !== '') text = shortened;
  const isFileName = areDotsBlanks(text) || (hasLine && !name.includes(' '));
  return { text: isFileName ? dotsToBlanks(text) : text, isFileName };
}

/** Whether the dots between letters or digits outnumber the blanks; one dot alone has to be all there is. */
function areDotsBlanks(text: string): boolean {
  let dots = 0;
  let blanks = 0;
  let otherDots = 0;
  for (let index = 1; index + 1 < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === ' ') blanks += 1;
    else if (character === '.' && isInner(text, index)) {
      dots += 1;
      if (!isInNumber(text, index) && !isBetweenInitials(text, index)) otherDots += 1;
    }
  }
  if (dottedYear.test(text)) return true;
  // Beside blanks, the dots of «10.000» and «S.W.A.T.» stand for themselves.
  if (blanks > 0) return otherDots > 1 && dots >= blanks;
  const next = text.charAt(text.indexOf('.') + 1);
  return dots > 1 || (dots === 1 && !isDigit(next));
}

/** A year between dots, which only names of files have: `Coco.2017`, `Top Gun: Maverick.2022.LAT`. */
const dottedYear = /\p{L}\.(?:19|20)\d\d(?:[. ]|$)/u;

const isInNumber = (text: string, dot: number): boolean =>
  isDigit(text.charAt(dot - 1)) && isDigit(text.charAt(dot + 1));

const isBetweenInitials = (text: string, dot: number): boolean =>
  isInitial(text.charAt(dot - 1)) &&
  isInitial(text.charAt(dot + 1)) &&
  !isAlphanumeric(text.charAt(dot - 2)) &&
  !isAlphanumeric(text.charAt(dot + 2));

const isAlphanumeric = (character: string): boolean => alphanumeric.test(character);

const isInner = (text: string, index: number): boolean =>
  alphanumeric.test(text.charAt(index - 1)) &&
  (alphanumeric.test(text.charAt(index + 1)) || isOpen(text, index + 1));

const isOpen = (text: string, index: number): boolean =>
  text.charAt(index) === '(' || text.charAt(index) === '[';

const isDigit = (character: string): boolean => character >= '0' && character <= '9';

/** Puts blanks for dots, but keeps those of initials: «S.W.A.T.», «E.T.». */
function dotsToBlanks(text: string): string {
  const parts = text.split('.');
  let joined = parts[0]!;
  for (let index = 1; index < parts.length; index += 1) {
    const previous = lastWord(parts[index - 1]!);
    const next = parts[index]!;
    const wasInitial = isInitial(previous);
    const isNextInitial = isInitial(firstWord(next)) || next === '' || next.startsWith(' ');
    const isInitials = wasInitial && (isNextInitial || (index > 1 && isInitial(lastWord(parts[index - 2]!))));
    joined += isInitials
      ? isInitial(firstWord(next)) || next === ''
        ? `.${next}`
        : `. ${next.trimStart()}`
      : ` ${next}`;
  }
  return joined;
}

const lastWord = (part: string): string => part.slice(part.lastIndexOf(' ') + 1);
const firstWord = (part: string): string => (part.includes(' ') ? part.slice(0, part.indexOf(' ')) : part);
const initial = /^\p{Lu}$/u;
const isInitial = (word: string): boolean => initial.test(word);
