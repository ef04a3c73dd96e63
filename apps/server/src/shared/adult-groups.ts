import { foldText, type ChannelCard, type VideoCard } from '@butaca/contract';

const adult = /(?:^|[^\p{L}])(?:adult\p{L}*|xxx|porn\p{L}*|erotic\p{L}*|hentai)(?=$|[^\p{L}])|\+ ?18|18 ?\+/u;

/**
 * Whether the name of a genre, category or section says that it is for adults only. Pages that a family opens together
 * (the home page, the search page, the page of plans) choose nothing of such a group by themselves.
 */
const isForAdults = (name: string): boolean => adult.test(foldText(name));

/** Whether such a page may choose a video by itself: none of its genres and categories is for adults only. */
export const isDecentVideo = ({
  genres,
  subcategoria,
  subtipo,
}: Pick<VideoCard, 'genres' | 'subcategoria' | 'subtipo'>): boolean =>
  ![...genres, subcategoria ?? '', subtipo ?? ''].some(isForAdults);

/** Whether such a page may choose a channel by itself: its section is not for adults only. */
export const isDecentChannel = ({ section }: Pick<ChannelCard, 'section'>): boolean => !isForAdults(section);
