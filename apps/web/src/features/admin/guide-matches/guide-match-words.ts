import type { GuideChannel, GuideMatch } from '@butaca/contract';
import { counted } from '../../../platform/counted.ts';

/** How a channel of a guide is called: by its first name, else by its id. */
export const nameOf = ({ names: [first], guideId }: Pick<GuideChannel, 'names' | 'guideId'>): string =>
  first ?? guideId;

/** The ends of ids that look like countries and say something else: television, quality. */
const noCountries: ReadonlySet<string> = new Set(['tv', 'sd', 'hd']);

/**
 * The country that the id of a guide's channel ends with, as ids of iptv-org do: «España» for `LaUno.es@HD`.
 *
 * @returns `undefined` where the id names none
 */
export function countryOf(guideId: string): string | undefined {
  const code = /\.([a-z]{2})(?:@[^.@]*)?$/i.exec(guideId)?.[1];
  if (code === undefined || noCountries.has(code.toLowerCase())) return undefined;
  return new Intl.DisplayNames(['es'], { type: 'region', fallback: 'none' }).of(code.toUpperCase());
}

/** What is known of a guide's channel beside its name: «España · Uno.es · también «La Uno» · en «Mi guía»». */
export function describeGuideChannel(channel: GuideChannel): string {
  const { guideId, names, sourceName } = channel;
  const name = nameOf(channel);
  const others = names.filter((other) => other !== name).slice(0, 3);
  return [
    countryOf(guideId),
    guideId !== name && guideId,
    others.length > 0 && `también ${others.map((other) => `«${other}»`).join(', ')}`,
    `en «${sourceName}»`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Where a channel is found in the lists of viewers: «Canal 7 · Noticias». */
export const describeChannel = ({ number, section }: Pick<GuideMatch, 'number' | 'section'>): string =>
  `Canal ${number} · ${section}`;

const reasonWords: Readonly<Record<NonNullable<GuideMatch['reason']>, string>> = {
  'tvg-id': 'Encontrado por tvg-id',
  'similar-id': 'Encontrado por un tvg-id parecido',
  name: 'Encontrado por el nombre',
};

/** From which channel of a guide a channel has its programmes, and who has decided that or how it was found. */
export function describeLink({ link, reason, decision, candidates }: GuideMatch): {
  name: string;
  detail: string;
} {
  const by = decision === null ? '' : `Lo eligió ${decision.username}`;
  if (link !== null)
    return {
      name: nameOf(link),
      detail: [describeGuideChannel(link), by, reason !== null && reasonWords[reason]]
        .filter(Boolean)
        .join(' · '),
    };
  // A decided channel of a guide that no longer has it.
  if (decision?.guideId) return { name: decision.guideId, detail: `Su guía ya no lo tiene · ${by}` };
  if (decision !== null) return { name: 'Ninguna', detail: by };
  return candidates.length > 0
    ? { name: 'Por confirmar', detail: counted(candidates.length, 'canal posible', 'canales posibles') }
    : { name: 'Ninguna', detail: 'Ninguna guía tiene un canal parecido' };
}
