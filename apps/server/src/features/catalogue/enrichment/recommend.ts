/*
 * Chooses the six recommended titles of a watch page: first the titles that the generative model named and the
 * catalogue has, then similar titles of the catalogue, and last at most two titles that the model named and the
 * catalogue lacks, so that most of the shown titles can be opened. For a children's video only the catalogue's
 * children's videos are shown.
 */
import {
  enrichmentLimits,
  type Recommendation,
  type Recommendations,
  type Similarity,
  type VideoCard,
} from '@butaca/contract';
import { isForKids } from '../../../shared/video/kids.ts';
import { sortTitle } from '../../../shared/video/title-keys.ts';
import type { Alike, AlikeVideo, EnrichmentSession } from './alike.ts';
import type { RecommendationsContent } from './content-schemas.ts';
import { inWords } from './fallback-info.ts';
import { wordsOfGenres } from './fallback-words.ts';
import { sharedFactOf } from './shared-fact.ts';

const maxElsewhere = 2;

/** @param content - the generative model's answer, if there is one */
export async function recommend(
  video: VideoCard,
  content: RecommendationsContent | undefined,
  alike: Alike,
  session: EnrichmentSession,
): Promise<Recommendations> {
  const max = enrichmentLimits.recommendations;
  // When asked for titles similar to a title, models sometimes name that title itself, or another title twice; such
  // answers are skipped.
  const listed = new Set([sortTitle(video.title)]);
  const suggested = (content?.recommendations ?? []).filter(({ title }) => {
    const sorted = sortTitle(title);
    return !listed.has(sorted) && listed.add(sorted);
  });
  const [here, found] = await Promise.all([
    alike.findTitles(
      video,
      suggested.map(({ title }) => title),
      session,
    ),
    alike.list(video, max * 2, session),
  ]);
  const named = suggested.flatMap((suggestion): Recommendation[] => {
    const card = here.get(suggestion.title);
    return card === undefined || card === null
      ? []
      : [{ ...suggestion, title: card.title, _id: card._id, video: card, source: 'gemini' }];
  });
  const shown = new Set(named.map(({ title }) => sortTitle(title)));
  const elsewhere = isForKids(video)
    ? []
    : suggested
        .filter(({ title }) => !here.has(title))
        .slice(0, maxElsewhere)
        .map((suggestion): Recommendation => ({ ...suggestion, _id: null, video: null, source: 'gemini' }));
  const own = found
    .filter(({ titleSort }) => !shown.has(titleSort))
    .map((each) => toRecommendation(video, each));
  const opening = [...named, ...own.slice(0, Math.max(0, max - named.length - elsewhere.length))];
  const words = wordsOfGenres(video.genres);
  return {
    recommendations: [...opening, ...elsewhere].slice(0, max),
    genres: content?.genres ?? video.genres.slice(0, enrichmentLimits.listItems),
    themes: content?.themes ?? [...words.themes],
    mood: content?.mood ?? words.mood,
    source: content === undefined ? 'fallback' : 'gemini',
  };
}

function toRecommendation(video: VideoCard, { card, ...likeness }: AlikeVideo): Recommendation {
  return {
    title: card.title,
    reason: reasonOf(video, likeness),
    similarity: similarityOf(likeness.score),
    _id: card._id,
    video: card,
    source: 'fallback',
  };
}

/**
 * Returns the Spanish sentence that says why a title is recommended, by its strongest similarity to the video of the
 * watch page.
 */
function reasonOf(video: VideoCard, likeness: Omit<AlikeVideo, 'card'>): string {
  const { title } = video;
  const fact = sharedFactOf(likeness, isForKids(video));
  switch (fact?.kind) {
    case 'viewers':
      return `Quienes vieron «${title}» también vieron este título.`;
    case 'beginning':
      return `Su título empieza como «${title}».`;
    case 'genres':
      return `También es de ${inWords(fact.genres.slice(0, 3).map((genre) => genre.toLocaleLowerCase('es')))}.`;
    case 'near':
      return 'Lo ven quienes ven títulos parecidos.';
    default:
      return 'También es para niños.';
  }
}

function similarityOf(score: number): Similarity {
  if (score >= 1.5) return 'alta';
  return score >= 0.6 ? 'media' : 'baja';
}
