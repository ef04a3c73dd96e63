import type { EditorFault } from '../editing/use-editor.ts';
import type { VideoForm } from './video-form.ts';

const seasonPath = /^seasons\.(\d+)(?:\.chapters\.(\d+))?/;

/** The season and the chapter that the path of a form error points to. */
function readPath({ seasons }: VideoForm, fault: EditorFault | undefined) {
  const [, seasonAt, chapterAt] = seasonPath.exec(fault?.path ?? '') ?? [];
  const season = seasonAt === undefined ? undefined : seasons[Number(seasonAt)];
  const chapter = chapterAt === undefined ? undefined : season?.chapters[Number(chapterAt)];
  return { season, chapter };
}

/** The key of the chapter that a form error is about, or else of the season. */
export function keyOfFault(form: VideoForm, fault: EditorFault | undefined): string | undefined {
  const { season, chapter } = readPath(form, fault);
  return chapter?.key ?? season?.key;
}

/** The text of a form error; an error in a field of a chapter also names the chapter. */
export function describeFault(form: VideoForm, fault: EditorFault): string {
  const { season, chapter } = readPath(form, fault);
  const isOfField = /\.(?:url|title|thumbnail|duration|description|chapterNumber)$/.test(fault.path);
  if (season === undefined || chapter === undefined || !isOfField) return fault.message;
  return `Temporada ${season.seasonNumber}, «${chapter.title}»: ${fault.message}`;
}
