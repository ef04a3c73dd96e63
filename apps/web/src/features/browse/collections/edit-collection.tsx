import { Button, ConfirmDialog, notify } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../platform/api/api-error.ts';
import { useNavigate } from '../../../platform/navigation/use-navigation.ts';
import { isAdmin } from '../../../platform/session/session-store.ts';
import type { Card } from '../../../shared/card/card.ts';
import { collectionsQuery } from '../../../shared/collections/collections.queries.ts';
import { paths } from '../../../shared/paths.ts';
import { deleteCollection, removeFromCollection, type CardCollection } from './collections.queries.ts';

/** The button with which an administrator deletes a collection, after confirming its name. */
export function Deletion({ collection: { id, name } }: { collection: CardCollection }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const deletion = useMutation({
    mutationFn: () => deleteCollection(id),
    onSuccess: ({ message }) => {
      notify.ok(message);
      setAsked(false);
      navigate(paths.collections, { replace: true });
    },
    onError: (error) => notify.error(messageOf(error, 'No se pudo eliminar la colección.')),
    onSettled: () => queryClient.invalidateQueries(collectionsQuery()),
  });
  return (
    <>
      <Button
        variant="line"
        size="sm"
        icon={<Trash2 className="ico" aria-hidden />}
        onClick={() => setAsked(true)}
      >
        Eliminar colección
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={`¿Eliminar la colección «${name}»?`}
        confirmLabel="Eliminar"
        onConfirm={() => deletion.mutate()}
        pending={deletion.isPending}
      >
        Sus títulos siguen en el catálogo.
      </ConfirmDialog>
    </>
  );
}

/**
 * Returns the function that takes a title out of a collection; `undefined` without a collection, and for people who are
 * no administrators.
 */
export function useRemoval(collection: CardCollection | undefined): ((card: Card) => void) | undefined {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ id, itemId }: { id: string; itemId: string }) => removeFromCollection(id, itemId),
    onSuccess: ({ message }) => notify.ok(message),
    onError: (error) => notify.error(messageOf(error, 'No se pudo quitar el título de la colección.')),
    onSettled: () => queryClient.invalidateQueries(collectionsQuery()),
  });
  if (collection === undefined || !isAdmin()) return undefined;
  return (card) => mutate({ id: collection.id, itemId: card.id });
}
