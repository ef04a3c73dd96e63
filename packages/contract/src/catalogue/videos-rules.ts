/** The maximum number of videos that an administrator can delete with one call. */
export const deleteBatchMax = 500;
export const videoLimits = { seasons: 200, chapters: 5_000, genres: 50 } as const;

/** The fields of a video that are validated before the video is saved, by the editor's form and by the server. */
export interface RuledVideo {
  title: string;
  tipo: string;
  url: string;
  seasons: readonly {
    seasonNumber: number;
    chapters: readonly { chapterNumber: number; title: string; url: string }[];
  }[];
}

/**
 * Why a video cannot be saved: a sentence for the administrator, and the path of the invalid field, such as
 * `seasons.0`.
 */
export interface VideoFault {
  path: string;
  message: string;
}

/**
 * Whether a video is played from one stream of its own instead of chapters: a film, or a title of the kids' zone that
 * has a URL and no seasons.
 */
export function isSingle({
  tipo,
  url,
  seasons,
}: Pick<RuledVideo, 'tipo' | 'url'> & { seasons: readonly unknown[] }): boolean {
  return tipo === 'pelicula' || (tipo === 'zona kids' && url !== '' && seasons.length === 0);
}

const blank = (text: string): boolean => text.trim() === '';

/**
 * Finds the first validation rule that a video to be saved breaks; the editor's form and the server use this same
 * function.
 *
 * @see docs/requisitos.md, R5.9 and R5.10. Beyond them, season and chapter numbers must be unique, because playback
 * positions are stored by them
 */
export function findVideoFault(video: RuledVideo): VideoFault | undefined {
  const { title, tipo, url, seasons } = video;
  if (tipo === 'pelicula') {
    if (!blank(title) && !blank(url)) return undefined;
    return { path: blank(title) ? 'title' : 'url', message: 'Título, URL y Tipo son obligatorios.' };
  }
  if (blank(title) || blank(tipo)) {
    return { path: blank(title) ? 'title' : 'tipo', message: 'Título y Tipo son obligatorios.' };
  }
  if (isSingle(video)) return undefined;
  if (seasons.length === 0) {
    return {
      path: 'seasons',
      message: 'Debe agregar al menos una temporada para este tipo de contenido.',
    };
  }
  return findSeasonFault(seasons);
}

function findSeasonFault(seasons: RuledVideo['seasons']): VideoFault | undefined {
  const numbers = new Set<number>();
  for (const [index, { seasonNumber, chapters }] of seasons.entries()) {
    const path = `seasons.${index}`;
    if (chapters.length === 0) {
      return { path, message: `La temporada ${seasonNumber} debe tener al menos un capítulo.` };
    }
    const incomplete = chapters.findIndex(({ title, url }) => blank(title) || blank(url));
    if (incomplete !== -1) {
      return {
        path: `${path}.chapters.${incomplete}`,
        message: `Todos los capítulos en la Temporada ${seasonNumber} deben tener título y URL.`,
      };
    }
    if (numbers.has(seasonNumber)) return { path, message: `La temporada ${seasonNumber} está repetida.` };
    numbers.add(seasonNumber);
    if (new Set(chapters.map(({ chapterNumber }) => chapterNumber)).size < chapters.length) {
      return { path, message: `La temporada ${seasonNumber} tiene dos capítulos con el mismo número.` };
    }
  }
  return undefined;
}

/** Splits a text such as «Drama, Acción» into genres: each one trimmed, empty and repeated ones dropped. */
export function readGenres(text: string): string[] {
  const genres = text.split(',').map((genre) => genre.trim());
  return [...new Set(genres)].filter((genre) => genre !== '');
}
