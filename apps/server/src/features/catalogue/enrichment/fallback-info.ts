import {
  nameOfCountry,
  nameOfLanguage,
  videoTypeNames,
  type ChannelCard,
  type EnrichmentInfo,
  type VideoCard,
  type VideoType,
} from '@butaca/contract';
import type { ChannelFacts, VideoFacts } from './alike.ts';
import { unknownValue } from './content-schemas.ts';
import { wordsOfGenres, wordsOfYear } from './fallback-words.ts';

const nothingKnown = {
  director: unknownValue,
  cast: unknownValue,
  production: unknownValue,
  trivia: [],
  culturalImpact: unknownValue,
  awards: unknownValue,
  boxOffice: unknownValue,
  soundtrack: unknownValue,
  locations: unknownValue,
  budget: unknownValue,
  source: 'fallback',
} as const satisfies EnrichmentInfo;

/**
 * Tells what is known of a video without asking a generative model: facts from the catalogue, and general statements
 * about its genre and decade.
 */
export function fallbackInfo(video: VideoCard, facts: VideoFacts): EnrichmentInfo {
  const genre = wordsOfGenres(video.genres);
  const ofDecade = wordsOfYear(video.releaseYear);
  return {
    ...nothingKnown,
    ...knownMakers(facts),
    production: describeVideo(video, facts),
    trivia: [...genre.trivia],
    culturalImpact: genre.culturalImpact,
    soundtrack: genre.soundtrack,
    generalHeading: genre.heading,
    ...(ofDecade !== undefined && { ofDecade }),
  };
}

/** Names the director and the cast of a video; names that are not known are left out. */
export const knownMakers = ({ director, cast }: VideoFacts): { director?: string; cast?: string } => ({
  ...(director !== null && director !== '' && { director }),
  ...(cast.length > 0 && { cast: cast.join(', ') }),
});

/**
 * Tells what the catalogue knows of a channel, for its watch page, for example `Canal 5 emite en vivo en la categoría
 * Noticias. Es el número 12. País: México. Idioma: Latino. Calidad: FHD. Tiene 2 fuentes: …`
 */
export function fallbackChannelInfo(
  { name, section, number }: Pick<ChannelCard, 'name' | 'section' | 'number'>,
  { country, languages, qualities, sourceCount }: ChannelFacts,
): EnrichmentInfo {
  const sentences = [`${name} emite en vivo en la categoría ${section}.`, `Es el número ${number}.`];
  if (country !== null) sentences.push(`País: ${nameOfCountry(country)}.`);
  if (languages.length > 0) {
    const names = inWords(languages.map(nameOfLanguage));
    sentences.push(`${languages.length === 1 ? 'Idioma' : 'Idiomas'}: ${names}.`);
  }
  if (qualities.length > 0) {
    sentences.push(`${qualities.length === 1 ? 'Calidad' : 'Calidades'}: ${inWords(qualities)}.`);
  }
  if (sourceCount > 1) {
    sentences.push(`Tiene ${sourceCount} fuentes: si una falla, sigue con otra.`);
  }
  return { ...nothingKnown, production: sentences.join(' ') };
}

/** Describes a video in Spanish sentences, for example `Película de 2019. Género: Drama y Comedia. Dura 1 h 42 min.` */
function describeVideo(video: VideoCard, { durationSeconds }: VideoFacts): string {
  const { tipo, releaseYear, genres, rating, seasonCount, chapterCount } = video;
  const kind = videoTypeNames[tipo as VideoType] ?? 'Título';
  const sentences = [releaseYear === null ? `${kind}.` : `${kind} de ${releaseYear}.`];
  if (genres.length > 0) {
    sentences.push(`${genres.length === 1 ? 'Género' : 'Géneros'}: ${inWords(genres.slice(0, 4))}.`);
  }
  if (seasonCount > 0 && chapterCount > 0) {
    sentences.push(`Aquí tiene ${counted(seasonCount, 'temporada')} y ${counted(chapterCount, 'capítulo')}.`);
  }
  const minutes = Math.round((durationSeconds ?? 0) / 60);
  if (minutes > 0) sentences.push(`Dura ${durationInWords(minutes)}.`);
  if (rating !== null && rating > 0) sentences.push(`Valoración: ${inSpanish.format(rating)} sobre 10.`);
  return sentences.join(' ');
}

/** Writes a duration: «1 h 42 min», «2 h», «45 min». */
function durationInWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])].join(' ');
}

const inSpanish = new Intl.NumberFormat('es', { maximumFractionDigits: 1 });
const conjunction = new Intl.ListFormat('es', { type: 'conjunction' });

export const inWords = (words: readonly string[]): string => conjunction.format(words);

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
