/**
 * Whether a name of a group or a title says that what it names is for adults only, in Spanish, English or Portuguese.
 *
 * The name of a group says so with a word alone (`ADULTOS`, `XXX`, `Eros`). A title needs more, because there are films
 * called «xXx», «Eros» and «Young Adult»: a word that no other title has, or a phrase such as «para adultos».
 */
import { foldTitle } from './fold-title.ts';
import { isLatin, withoutAccents } from './latin-letters.ts';

/** Words that say so by themselves, in the name of a group and in a title. */
const plainWords: ReadonlySet<string> = new Set(
  [
    'porn porno porna pornos pornografia pornografico pornografica pornograficos pornograficas pornography',
    'pornographic hentai erotic erotico erotica eroticos eroticas erotik softcore hardcoreporn milf milfs gangbang',
    'brazzers bangbros hustler dorcel penthouse playboy xhamster pornhub redtube youporn onlyfans sextreme',
    'sexyhot sexysat realitykings privatetv venustv pornstar pornstars',
  ]
    .join(' ')
    .split(' '),
);

/** Names of channels whose words by themselves say nothing. */
const channelNames: readonly string[] = [
  'venus tv',
  'private tv',
  'vivid tv',
  'dusk tv',
  'redlight hd',
  'reality kings',
  'sexy hot',
  'sexy sat',
].map((name) => ` ${name} `);

const adultWords: ReadonlySet<string> = new Set('adulto adulta adultos adultas adult adults'.split(' '));

/** Behind such a word, adults are the subject or the public of something that is not only for them. */
const harmlessBefore: ReadonlySet<string> = new Set(
  'young joven jovenes new animacion animation animada animadas animado animados dibujos cartoon cartoons educacion'.split(
    ' ',
  ),
);
const harmlessBehind: ReadonlySet<string> = new Set(
  [
    'swim mayor mayores de del of contemporary contemporaneo contemporanea education jovenes joven animation cartoon',
    'cartoons animacion dibujos beginners world supervision supervisado',
  ]
    .join(' ')
    .split(' '),
);
const family: ReadonlySet<string> = new Set(
  'nino ninos nina ninas crianca criancas kids children infantil infantiles familia familiar family'.split(
    ' ',
  ),
);

/** Beside one of these words, the word «adultos» in a title says for whom it is. */
const publicBefore: ReadonlySet<string> = new Set(
  'solo so para for only cine canal canales zona peliculas filmes films videos contenido xxx'.split(' '),
);
const publicBehind: ReadonlySet<string> = new Set('only tv channel xxx vod hd fhd'.split(' '));

/** Words between «para» and «adultos», and other words that say nothing here. */
const fillers: ReadonlySet<string> = new Set('los las the os as y e and'.split(' '));

const longestText = 500;

/** Every text of Latin letters that says so contains one of these without its accents; the others need no further work. */
const hint =
  /18|xxx|x\W|porn|hentai|erot|eros|sex|core|milf|gangbang|adult|brazzers|bangbros|hustler|dorcel|penthouse|playboy|xhamster|tube|onlyfans|(?:venus|private|vivid|dusk) ?tv|redlight|reality ?kings|[ap]\W{1,2}[do]\W{1,2}[ur]\W/i;
/** Letters one by one, as in `A.D.U.L.T.O.S` and `P O R N O`. */
const spacedWord =
  /(?<![\p{L}\p{N}])[ap][^\p{L}\p{N}]{1,2}(?:d[^\p{L}\p{N}]{1,2}u[^\p{L}\p{N}]{1,2}l[^\p{L}\p{N}]{1,2}t|o[^\p{L}\p{N}]{1,2}r[^\p{L}\p{N}]{1,2}n)(?!\p{L})/u;

/** @param of - whether the text is the name of a group or of a title or channel */
export function saysAdults(text: string, of: 'group' | 'name' = 'group'): boolean {
  if (isLatin(text) && !hint.test(withoutAccents(text.toLowerCase()))) return false;
  if (text.includes('🔞')) return true;
  const folded = foldTitle(text.slice(0, longestText));
  if (saysEighteen(folded) || spacedWord.test(folded)) return true;
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !fillers.has(word));
  const isGroup = of === 'group';
  const spaced = ` ${words.join(' ')} `;
  if (channelNames.some((name) => spaced.includes(name))) return true;
  return words.some((word, index) => {
    if (plainWords.has(word)) return true;
    if (isThreeX(words, index)) return isGroup || isAmongOthers(text, words, index);
    if (word === 'eros' || word === 'sexo' || word === 'sex') return isGroup && words[index + 1] !== 'now';
    if (adultWords.has(word)) return isGroup ? isOnlyForAdults(words, index) : isPhrase(words, index);
    const isAge = word === '18' && words[index - 1] === 'de';
    return isAge && (words[index - 2] === 'mayores' || words[index - 2] === 'maiores');
  });
}

/** Whether a folded text has `+18`, `18+` or `+ 18`, and not as a part of a longer number. */
function saysEighteen(folded: string): boolean {
  for (let at = folded.indexOf('18'); at !== -1; at = folded.indexOf('18', at + 2)) {
    const before = folded.slice(Math.max(0, at - 2), at);
    const behind = folded.slice(at + 2, at + 4);
    if (/\d$/.test(before) || /^\d/.test(behind)) continue;
    if (before.endsWith('+') || before === '+ ' || behind.startsWith('+')) return true;
  }
  return false;
}

/** Whether the word at an index is `xxx`, in one piece or as three letters. */
function isThreeX(words: readonly string[], index: number): boolean {
  const word = words[index] ?? '';
  if (word.startsWith('xxx')) return /^x{3,8}(?:tv|hd)?$/.test(word);
  return word === 'x' && words[index + 1] === 'x' && words[index + 2] === 'x';
}

/** Whether `XXX` in a title is no title of a film («xXx», «xXx 2», «xXx: Reactivated») or a Roman number. */
function isAmongOthers(text: string, words: readonly string[], index: number): boolean {
  if (text.includes('xXx')) return false;
  const next = words[index + 1];
  if (index > 0)
    return !['bowl', 'wrestlemania', 'volumen', 'capitulo', 'parte'].includes(words[index - 1] ?? '');
  return next !== undefined && !/^\d+$/.test(next) && !/^\s*xxx\s*[:-]/iu.test(text);
}

function isOnlyForAdults(words: readonly string[], index: number): boolean {
  const before =
    words[index - 1] === 'para' || words[index - 1] === 'for' ? words[index - 2] : words[index - 1];
  if (before !== undefined && harmlessBefore.has(before)) return false;
  if (harmlessBehind.has(words[index + 1] ?? '')) return false;
  return !words.some((word) => family.has(word));
}

function isPhrase(words: readonly string[], index: number): boolean {
  if (!isOnlyForAdults(words, index)) return false;
  const next = words[index + 1] ?? '';
  return publicBefore.has(words[index - 1] ?? '') || publicBehind.has(next);
}
