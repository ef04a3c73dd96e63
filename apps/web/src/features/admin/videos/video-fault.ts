import type { EditorFault } from '../editing/use-editor.ts';
import type { VideoForm } from './video-form.ts';

const seasonPath = /^seasons\.(\d+)(?:\.chapters\.(\d+))?/;

/** The season and chapter that a path such as `seasons.0.chapters.3.url` in an error of the video editor points to. */
function readPath({ seasons }: VideoForm, fault: EditorFault | undefined) {
  const [, seasonAt, chapterAt] = seasonPath.exec(fault?.path ?? '') ?? [];
  const season = seasonAt === undefined ? undefined : seasons[Number(seasonAt)];
  const chapter = chapterAt === undefined ? undefined : season?.chapters[Number(chapterAt)];
  return { season, chapter };
}

/** The `key` (in the video editor's form) of the chapter in which a value is invalid, or else of the season. */
export function keyOfFault(form: VideoForm, fault: EditorFault | undefined): string | undefined {
  const { season, chapter } = readPath(form, fault);
  return chapter?.key ?? season?.key;
}

/**
 * The message about an invalid value in the video editor; for a field of a chapter (episode of a series) it also names
 * the chapter.
 */
export function describeFault(form: VideoForm, fault: EditorFault): string {
  const { season, chapter } = readPath(form, fault);
  const isOfField = /\.(?:url|title|thumbnail|duration|description|chapterNumber)$/.test(fault.path);
  if (season === undefined || chapter === undefined || !isOfField) return fault.message;
  return `Temporada ${season.seasonNumber}, «${chapter.title}»: ${fault.message}`;
}
