import {
  defaultTheme,
  enrichmentLimits,
  rowLength,
  similarities,
  type EnrichmentInfo,
  type Recommendations,
  type VideoCard,
  type WatchedItemType,
} from '@butaca/contract';
import { FakeRefusal, FakeSilence, type FakeCaller, type FakeRoutes } from './fake-server-caller.ts';
import { findFakeVideo, listFakeVideos } from './fake-server-videos.ts';
import { findFakeChannel } from './fake-server-channel-administration.ts';
import type { FakeChannel } from './fake-server-memory.ts';
import { toFakeVideoCard, type FakeVideo } from './fake-videos.ts';

type EnrichmentRoute = Extract<keyof FakeRoutes, `GET /api/enrichment/${string}`>;

/**
 * Item ids for which the fake server fails to give one part of a watch page's extra content: information, colour theme
 * or recommendations. Calls for the other parts succeed.
 */
const missing = {
  info: 'sin-informacion',
  theme: 'sin-tema',
  recommendations: 'sin-recomendaciones',
} as const;

/**
 * Finds the video or channel whose watch page asks for extra content (information, theme, recommendations). Some ids
 * trigger a fault: see `FakeServer`.
 */
function findAsked(
  kind: keyof typeof missing,
  { itemType, itemId }: { itemType: WatchedItemType; itemId: string },
  { memory }: FakeCaller,
): { channel: FakeChannel; video: undefined } | { channel: undefined; video: FakeVideo } {
  if (itemId === 'sin-ia' || itemId === missing[kind]) throw new FakeRefusal('server.unavailable');
  if (itemId === 'ia-lenta') throw new FakeSilence();
  return itemType === 'channel'
    ? { channel: findFakeChannel(memory, itemId), video: undefined }
    : { channel: undefined, video: findFakeVideo(memory, itemId) };
}

const unknown = 'No disponible';

const nothingKnown: Omit<EnrichmentInfo, 'source'> = {
  director: unknown,
  cast: unknown,
  production: unknown,
  trivia: [],
  culturalImpact: 'Información no disponible',
  awards: unknown,
  boxOffice: unknown,
  soundtrack: unknown,
  locations: unknown,
  budget: unknown,
};

const hostile = '<script>alert(1)</script> **negrita** [enlace](javascript:alert(1))';

/**
 * Lists the fake server's stand-in for «similar» videos: first those that share a genre with a video, then others of
 * its type.
 */
export function listFakeAlike(video: FakeVideo, caller: FakeCaller): VideoCard[] {
  const others = listFakeVideos(caller).filter(({ _id, tipo }) => _id !== video._id && tipo === video.tipo);
  const isAlike = ({ genres }: FakeVideo): boolean => genres.some((genre) => video.genres.includes(genre));
  return [...others.filter(isAlike), ...others.filter((other) => !isAlike(other))]
    .slice(0, rowLength)
    .map((other) => toFakeVideoCard(other, caller.account));
}

function recommend(video: FakeVideo, caller: FakeCaller): Recommendations {
  const source = caller.memory.enrichment;
  const nothing = { recommendations: [], genres: [], themes: [], mood: unknown, source };
  if (video._id === 'ia-vacia') return nothing;
  const isHostile = video._id === 'ia-hostil';
  const cards = listFakeAlike(video, caller).slice(0, enrichmentLimits.recommendations - 1);
  const inCatalogue = cards.map((card, index) => ({
    title: card.title,
    reason: isHostile ? hostile : `Comparte género con ${video.title}.`,
    similarity: similarities[index % similarities.length] ?? 'media',
    _id: card._id,
    video: card,
    source: video._id === 'ia-a-medias' && index > 0 ? ('fallback' as const) : source,
  }));
  const elsewhere = {
    title: isHostile ? hostile : 'Un título que no está en el catálogo',
    reason: 'Cuenta una historia parecida.',
    similarity: 'baja' as const,
    _id: null,
    video: null,
    source: 'gemini' as const,
  };
  return {
    recommendations: source === 'gemini' ? [...inCatalogue, elsewhere] : inCatalogue,
    genres: video.genres,
    themes: isHostile ? [hostile] : ['Familia', 'Memoria'],
    mood: isHostile ? hostile : 'Melancólico',
    source,
  };
}

/** The fake server's API routes for the extra content of a watch page: information, colour theme, recommendations. */
export const enrichmentRoutes: Pick<FakeRoutes, EnrichmentRoute> = {
  'GET /api/enrichment/:itemType/:itemId/info': ({ params }, caller) => {
    const source = caller.memory.enrichment;
    const { channel, video } = findAsked('info', params, caller);
    if (channel !== undefined) {
      const production = `${channel.name} emite en vivo en la categoría ${channel.section}.`;
      return { ...nothingKnown, production, source: 'fallback' };
    }
    if (video._id === 'ia-vacia') return { ...nothingKnown, source };
    if (video._id === 'ia-un-dato') return { ...nothingKnown, director: 'Marina Cuevas', source };
    if (video._id === 'ia-del-genero') {
      const soundtrack = 'Los sintetizadores comparten la música del género.';
      const generalHeading = 'Del género ciencia ficción';
      return {
        ...nothingKnown,
        trivia: ['Imagina el futuro.'],
        soundtrack,
        generalHeading,
        production: 'Película de 1927.',
        ofDecade: {
          heading: 'De antes de los años noventa',
          production: 'Casi todo se rodaba en película fotográfica.',
          trivia: 'Las copias viajaban en latas.',
        },
        source: 'fallback',
      };
    }
    const said = (text: string): string => (video._id === 'ia-hostil' ? hostile : text);
    return {
      director: said('Marina Cuevas'),
      cast: said('Elena Ortúzar, Tomás Aguirre'),
      production: said('Rodada en ocho semanas por un equipo pequeño.'),
      trivia: [said(`El título de trabajo de ${video.title} era otro.`), said('El perro es del director.')],
      culturalImpact: said('Abrió una conversación sobre la vida en los faros.'),
      awards: said('Premio del público en su festival.'),
      boxOffice: said('2 millones de espectadores'),
      soundtrack: said('Piano y cuerdas, grabados en directo.'),
      locations: said('Ñuble, Chile'),
      budget: unknown,
      source,
    };
  },
  'GET /api/enrichment/:itemType/:itemId/theme': ({ params }, caller) => {
    const { video } = findAsked('theme', params, caller);
    if (video === undefined || video._id === 'ia-vacia') return defaultTheme;
    return {
      ...defaultTheme,
      primaryColor: '#ffb454',
      secondaryColor: '#7a3cff',
      gradientStart: '#2a1408',
      gradientEnd: '#140a2e',
      mood: video._id === 'ia-hostil' ? hostile : 'Melancólico',
      glowEffect: true,
      source: caller.memory.enrichment,
    };
  },
  'GET /api/enrichment/:itemType/:itemId/recommendations': ({ params }, caller) => {
    const { video } = findAsked('recommendations', params, caller);
    if (video !== undefined) return recommend(video, caller);
    return { recommendations: [], genres: [], themes: [], mood: unknown, source: 'fallback' };
  },
};
