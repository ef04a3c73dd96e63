import { kidsCategory, kidsSection, type VideoCard } from '@butaca/contract';
import { sql, type SqlBool } from 'kysely';

/** The `tipo` (kind of video) of titles that are only for children. */
export const kidsTipo = 'zona kids';

/** Whether a video belongs to the children's zone, by its `tipo`, its main section or its category. */
export const isForKids = ({
  tipo,
  mainSection,
  subcategoria,
}: Pick<VideoCard, 'tipo' | 'mainSection' | 'subcategoria'>): boolean =>
  tipo === kidsTipo || mainSection === kidsSection || subcategoria === kidsCategory;

/** Whether a video belongs to the children's zone, as an SQL condition on rows of `video`; see {@link isForKids}. */
export const isVideoForKids = sql<SqlBool>`(video.tipo = ${kidsTipo} or video.main_section = ${kidsSection}
  or video.subcategoria = ${kidsCategory})`;
