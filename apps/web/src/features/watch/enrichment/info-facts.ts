import type { EnrichmentInfo } from '@butaca/contract';
import { readKnown, readKnownList } from './known-text.ts';

/** One fact about a film, series or channel in the information panel, such as «Director» with a name. */
export interface Fact {
  label: string;
  text: string;
  /** Whether the fact fills a whole row of the information panel, which otherwise shows two facts per row. */
  isWide: boolean;
}

/** General statements that are not about the title itself but about its genre or decade, with their heading. */
export interface Statements {
  heading: string;
  texts: string[];
}

/**
 * What the information panel shows of a title: the facts of each of its three tabs (Información, Curiosidades,
 * Producción), without those that are unknown, and general statements.
 */
export interface InfoFacts {
  general: Fact[];
  trivia: string[];
  production: Fact[];
  statements: Statements[];
  /**
   * Whether nothing is known of the title but what the catalogue shows of it anyway, so that the panel is one quiet line.
   */
  isBare: boolean;
}

type FactField = Exclude<keyof EnrichmentInfo, 'trivia' | 'source' | 'generalHeading' | 'ofDecade'>;

const generalFields: readonly FactField[] = ['director', 'cast', 'awards', 'soundtrack', 'culturalImpact'];
/** Those of them that are about the title itself where the others are about its genre. */
const ownFields: readonly FactField[] = ['director', 'cast', 'awards'];
const productionFields: readonly FactField[] = ['budget', 'boxOffice', 'locations', 'production'];
/** The longest fact, in characters, that gets half a row of the information panel; a longer fact fills a whole row. */
const shortText = 160;
const wideFields: readonly FactField[] = ['culturalImpact', 'production'];

const labels: Readonly<Record<FactField, string>> = {
  director: 'Director',
  cast: 'Reparto',
  awards: 'Premios',
  soundtrack: 'Banda sonora',
  culturalImpact: 'Impacto cultural',
  budget: 'Presupuesto',
  boxOffice: 'Taquilla',
  locations: 'Lugares de rodaje',
  production: 'Detalles',
};

export function readFacts(info: EnrichmentInfo): InfoFacts {
  const facts = (fields: readonly FactField[]): Fact[] => {
    const known = fields.flatMap((field) => {
      const text = readKnown(info[field]);
      return text === undefined ? [] : { field, text };
    });
    const isLong = ({ field, text }: (typeof known)[number]): boolean =>
      wideFields.includes(field) || text.length > shortText;
    const short = known.filter((fact) => !isLong(fact));
    // Short facts are shown two per row of the information panel; if their number is odd, the last one fills a row.
    const paired = short.length - (short.length % 2);
    return [...short, ...known.filter(isLong)].map(({ field, text }, index) => ({
      label: labels[field],
      text,
      isWide: index >= paired,
    }));
  };
  const { generalHeading: heading, ofDecade } = info;
  const ofGenre =
    heading === undefined ? [] : readKnownList([...info.trivia, info.culturalImpact, info.soundtrack]);
  const general = facts(heading === undefined ? generalFields : ownFields);
  return {
    general,
    trivia: heading === undefined ? readKnownList(info.trivia) : [],
    production: facts(productionFields),
    statements: [
      ...(heading === undefined || ofGenre.length === 0 ? [] : [{ heading, texts: ofGenre }]),
      ...(ofDecade === undefined
        ? []
        : [{ heading: ofDecade.heading, texts: readKnownList([ofDecade.production, ofDecade.trivia]) }]),
    ],
    isBare: heading !== undefined && general.length === 0,
  };
}
