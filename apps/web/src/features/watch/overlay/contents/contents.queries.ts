import type { FileContents } from '@butaca/contract';
import { api } from '../../../../platform/api/api.ts';

/** A film, or a chapter of a series, that plays. */
export interface PlayedFile {
  videoId: string;
  /** The chapter of a series; `undefined` for a film. */
  chapterId: string | undefined;
}

/** Fetches what the file of a film or chapter contains besides picture and sound. */
export const fetchContents = (
  { videoId, chapterId }: PlayedFile,
  signal: AbortSignal,
): Promise<FileContents> =>
  api('GET /api/videos/:id/contents', { params: { id: videoId }, query: { chapter: chapterId } }, signal);
