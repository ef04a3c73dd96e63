import type { AdminVideo } from '@butaca/contract';
import { ConfirmDialog, notify } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminMessageOf } from '../editing/admin-message.ts';
import { deleteVideos } from './videos.queries.ts';

const namedTitles = 5;

interface DeleteVideosProps {
  /** The videos that the dialog offers to delete; the dialog is open while the list is not empty. */
  videos: readonly AdminVideo[];
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
}

/** The dialog that asks before one or more videos are deleted, and names their titles. */
export function DeleteVideos({ videos, onClose, onDeleted }: DeleteVideosProps) {
  const queryClient = useQueryClient();
  // The deletion dialog keeps the videos that it names after it was closed, because its text is still visible during
  // the closing animation.
  const [asked, setAsked] = useState(videos);
  if (videos.length > 0 && videos !== asked) setAsked(videos);
  const [first] = asked;
  const isOne = asked.length === 1;
  const removal = useMutation({
    mutationFn: deleteVideos,
    onSuccess: ({ message }, ids) => {
      notify.ok(message);
      onDeleted(ids);
    },
    onError: (error) =>
      notify.error(
        adminMessageOf(error, {
          call: 'Admin: Error al eliminar VOD.',
          panel: isOne ? 'Error al eliminar VOD.' : 'Error al eliminar VODs.',
        }),
      ),
    onSettled: () => {
      onClose();
      void queryClient.invalidateQueries();
    },
  });
  return (
    <ConfirmDialog
      open={videos.length > 0}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={isOne ? '¿Eliminar el VOD?' : `¿Eliminar ${asked.length} VODs?`}
      confirmLabel={isOne ? 'Eliminar VOD' : `Eliminar ${asked.length} VODs`}
      onConfirm={() => removal.mutate(asked.map(({ _id }) => _id))}
      pending={removal.isPending}
    >
      {isOne && first !== undefined
        ? `Se eliminará ${nameOf(first)}, con lo que cada persona haya visto. Esta operación no se puede deshacer.`
        : `Se eliminarán ${listTitles(asked)}, con lo que cada persona haya visto. Esta operación no se puede deshacer.`}
    </ConfirmDialog>
  );
}

function nameOf({ title, chapterCount }: AdminVideo): string {
  if (chapterCount === 0) return `«${title}»`;
  return chapterCount === 1 ? `«${title}» con su capítulo` : `«${title}» con sus ${chapterCount} capítulos`;
}

function listTitles(videos: readonly AdminVideo[]): string {
  const names = videos.slice(0, namedTitles).map(({ title }) => `«${title}»`);
  const rest = videos.length - names.length;
  if (rest > 0) return `${names.join(', ')} y ${rest} más`;
  return `${names.slice(0, -1).join(', ')} y ${names.at(-1) ?? ''}`;
}
