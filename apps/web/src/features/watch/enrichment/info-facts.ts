import type { EnrichmentInfo } from '@butaca/contract';
import { readKnown, readKnownList } from './known-text.ts';

/** One thing that is known about a title. */
export interface Fact {
  label: string;
  text: string;
  /** It has a line to itself. */
  isWide: boolean;
}

/** What each of the panel's tabs shows; what is not known is left out. */
interface InfoFacts {
  general: Fact[];
  trivia: string[];
  production: Fact[];
}

type FactField = Exclude<keyof EnrichmentInfo, 'trivia' | 'source'>;

const generalFields: readonly FactField[] = ['director', 'cast', 'awards', 'soundtrack', 'culturalImpact'];
const productionFields: readonly FactField[] = ['budget', 'boxOffice', 'locations', 'production'];
/** In characters: a longer one would be a narrow tower. */
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
    // Two stand side by side; the last of an odd number would stand beside nothing.
    const paired = short.length - (short.length % 2);
    return [...short, ...known.filter(isLong)].map(({ field, text }, index) => ({
      label: labels[field],
      text,
      isWide: index >= paired,
    }));
  };
  return {
    general: facts(generalFields),
    trivia: readKnownList(info.trivia),
    production: facts(productionFields),
  };
}
