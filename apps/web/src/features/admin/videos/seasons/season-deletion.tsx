import { ConfirmDialog } from '@butaca/ui';
import { useCallback, useState } from 'react';
import { removeChapter, removeSeason, type SeasonForm } from './season-list.ts';

type Seasons = readonly SeasonForm[];

interface PendingDeletion {
  title: string;
  text: string;
  remove: (seasons: Seasons) => Seasons;
}

/**
 * Asks before a season or chapter is removed from the video editor's form. The server deletes it when the video is
 * saved.
 *
 * @returns `dialog`: the confirmation dialog, which the caller must render
 */
export function useSeasonDeletion(onSeasonsChange: (change: (seasons: Seasons) => Seasons) => void) {
  // The season or chapter about to be removed is kept until the confirmation dialog has closed, because the dialog's
  // text names it.
  const [pending, setPending] = useState<PendingDeletion>();
  const [isAsking, setAsking] = useState(false);
  const ask = useCallback((deletion: PendingDeletion): void => {
    setPending(deletion);
    setAsking(true);
  }, []);
  const askForChapter = useCallback(
    (key: string, title: string): void =>
      ask({
        title: '¿Eliminar el capítulo?',
        text: `Se eliminará «${title}» cuando guardes, con lo que cada persona haya visto de él.`,
        remove: (all) => removeChapter(all, key),
      }),
    [ask],
  );
  const askForSeason = (season: SeasonForm): void =>
    ask({
      title: `¿Eliminar la temporada ${season.seasonNumber}?`,
      text: describeSeason(season),
      remove: (all) => removeSeason(all, season.key),
    });
  const dialog = (
    <ConfirmDialog
      open={isAsking}
      onOpenChange={setAsking}
      title={pending?.title ?? ''}
      confirmLabel="Eliminar"
      onConfirm={() => {
        if (pending !== undefined) onSeasonsChange(pending.remove);
        setAsking(false);
      }}
    >
      {pending?.text ?? ''}
    </ConfirmDialog>
  );
  return { askForChapter, askForSeason, dialog };
}

function describeSeason({ title, chapters }: SeasonForm): string {
  const count = chapters.length === 1 ? 'su capítulo' : `sus ${chapters.length} capítulos`;
  return chapters.length === 0
    ? `Se eliminará «${title}» cuando guardes.`
    : `Se eliminará «${title}» con ${count} cuando guardes, y lo que cada persona haya visto de ella.`;
}
