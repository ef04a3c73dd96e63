/**
 * Reads what a live channel is about from its name, for lists that put their channels in no groups: `Noticias` for
 * «Canal 24 Horas», `Deportes` for «ESPN 2». Most names do not say it: «Antena 7».
 */
import { foldTitle } from './fold-title.ts';

/** The words of names, folded, for each theme; the first theme that has a word of the name is taken. */
const themes: readonly (readonly [theme: string, words: string])[] = [
  [
    'Infantil',
    'kids infantil infantiles infantis desenhos criancas ninos ninas cartoon cartoons cartoonito nick nickelodeon boomerang baby babytv ' +
      'clan boing pakapaka dibujos toons ducktv zoomoo disney',
  ],
  [
    'Deportes',
    'deportes deporte deportivo deportiva esporte esportes futebol sport sports espn esport esport3 futbol football soccer gol goltv golf tenis tennis ' +
      'f1 boxeo ufc wwe nba nfl mlb beisbol baseball basket motor racing laliga eurosport teledeporte tudn dazn tyc ' +
      'tycsports ligamx hipica pesca toros lucha fc real+madrid+tv barca+tv fox+sports claro+sports',
  ],
  [
    'Noticias',
    'noticias noticia noticiero noticieros news telenews informativo informativos informacion cnn euronews ntn24 ' +
      'telesur milenio 24h 24+horas france+24 bloomberg negocios business telediario al+jazeera fox+news foro+tv c5n notigram notisur notimex notiuno',
  ],
  [
    'Religión',
    'iglesia cristo cristiana cristiano jesus jesucristo dios biblia biblica biblico catolica catolico ewtn evangelio ' +
      'evangelica adventista gospel church fe faith enlace tbn salvacion bendicion diocesano divina pentecostal ' +
      'maria+vision voz+de+maria cristovision telebendicion',
  ],
  [
    'Música',
    'musica music musical mtv hits hit vh1 salsa bachata merengue reggaeton rock pop jazz karaoke concierto conciertos ' +
      'exitos telehit ritmo teleritmo cancionero rumba telerumba htv los+40 dance tropical',
  ],
  [
    'Cine y series',
    'cine cinema cinecanal cinelatino movie movies film films pelicula peliculas hbo cinemax atrescine cinevision series ' +
      'novelas telenovelas amc axn',
  ],
  [
    'Documentales',
    'documental documentales docu discovery history national+geographic nat+geo natgeo animal+planet odisea naturaleza ' +
      'nature naturetime planet planeta biosfera viajar travel ciencia',
  ],
];

interface Theme {
  theme: string;
  words: ReadonlySet<string>;
  phrases: readonly string[];
}

const known: readonly Theme[] = themes.map(([theme, text]) => {
  const all = text.split(' ').map((word) => word.replaceAll('+', ' '));
  return {
    theme,
    words: new Set(all.filter((word) => !word.includes(' '))),
    phrases: all.filter((word) => word.includes(' ')).map((phrase) => ` ${phrase} `),
  };
});

const television: ReadonlySet<string> = new Set('tv hdtv television televisio canal vision'.split(' '));
const radio: ReadonlySet<string> = new Set('radio fm emisora'.split(' '));
const round = /^24\s?\/\s?7\b/;
const longestName = 200;

/**
 * Reads the theme of a live channel.
 *
 * @param name - its name without notes such as «[Not 24/7]»
 * @returns the Spanish name of a section; `undefined` where the name does not say what the channel is about
 */
export function readChannelTheme(name: string): string | undefined {
  const folded = foldTitle(name.slice(0, longestName));
  // Channels that repeat one series for ever are called so: «24/7 Los Simpson».
  if (round.test(folded)) return '24/7';
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const text = ` ${words.join(' ')} `;
  const found = known.find(
    (theme) =>
      words.some((word) => theme.words.has(word)) || theme.phrases.some((phrase) => text.includes(phrase)),
  );
  if (found !== undefined) return found.theme;
  const isRadio = words.some((word) => radio.has(word)) && !words.some((word) => television.has(word));
  return isRadio ? 'Radio' : undefined;
}
