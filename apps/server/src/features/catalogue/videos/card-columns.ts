/**
 * The columns of a video from which its card (what lists show to viewers) is made. The only address among them is the
 * trailer's, which the card does not show.
 */
export const cardColumns = [
  'video.id',
  'video.title',
  'video.description',
  'video.tipo',
  'video.subtipo',
  'video.main_section',
  'video.subcategoria',
  'video.genres',
  'video.release_year',
  'video.found_year',
  'video.rating',
  'video.custom_thumbnail',
  'video.thumbnail',
  'video.tmdb_thumbnail',
  'video.backdrop',
  'video.trailer_address',
  'video.is_featured',
  'video.requires_plan',
  'video.season_count',
  'video.chapter_count',
] as const;
