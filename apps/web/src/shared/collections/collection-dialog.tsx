import { Button, Dialog, Notice, notify, Select, Spinner, TextField } from '@butaca/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { messageOf } from '../../platform/api/api-error.ts';
import { CollectionFailure, addToCollection, type CollectionChoice } from './add-to-collection.ts';
import { isAdmin } from '../../platform/session/session-store.ts';
import type { Card } from '../card/card.ts';
import { collectionsQuery } from './collections.queries.ts';
import './collection-dialog.css';

const nothingChosen = 'Por favor, selecciona una colección o crea una nueva.';
/** The same for viewers, who cannot create collections. */
const nothingSelected = 'Por favor, selecciona una colección.';

/**
 * The dialog «Agregar a colección», which adds a title to an existing collection or, for administrators, to a new one. It
 * is open while it is rendered.
 *
 * @see docs/requisitos.md, R5.16
 */
export function CollectionDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const formId = useId();
  const { add, problem, setProblem } = useAddition(card, onClose);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !add.isPending) onClose();
      }}
      title="Agregar a colección"
      description={card.title}
      actions={
        <>
          <Button variant="ghost" disabled={add.isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button variant="primary" type="submit" form={formId} loading={add.isPending}>
            {pendingText(add.variables, add.isPending)}
          </Button>
        </>
      }
    >
      <CollectionForm id={formId} isPending={add.isPending} onProblem={setProblem} onChoose={add.mutate} />
      {problem === undefined ? null : (
        <Notice tone="danger" className="to-collection__problem">
          {problem}
        </Notice>
      )}
    </Dialog>
  );
}

function pendingText(choice: CollectionChoice | undefined, isPending: boolean): string {
  if (!isPending) return 'Agregar';
  return choice !== undefined && 'newName' in choice ? 'Creando...' : 'Agregando...';
}

function useAddition(card: Card, onClose: () => void) {
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const add = useMutation({
    mutationFn: (choice: CollectionChoice) => addToCollection(card, choice),
    onMutate: () => setProblem(undefined),
    onSuccess: (name) => {
      notify.ok(`${card.title} fue agregado a la colección ${name}`);
      onClose();
    },
    onError: (error) => setProblem(error instanceof CollectionFailure ? error.message : 'Error desconocido.'),
    // The collections are refetched even after a failure: a new collection exists although adding the title to it
    // failed.
    onSettled: () => queryClient.invalidateQueries(collectionsQuery()),
  });
  return { add, problem, setProblem };
}

interface CollectionFormProps {
  id: string;
  isPending: boolean;
  onProblem: (sentence: string | undefined) => void;
  onChoose: (choice: CollectionChoice) => void;
}

function CollectionForm({ id, isPending, onProblem, onChoose }: CollectionFormProps) {
  const collections = useQuery(collectionsQuery());
  const [chosenId, setChosenId] = useState('');
  const [newName, setNewName] = useState('');
  const known = collections.data ?? [];

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const collection = known.find(({ _id }) => _id === chosenId);
    const name = newName.trim();
    if (collection !== undefined) onChoose({ collection });
    else if (name !== '') onChoose({ newName: name });
    else onProblem(isAdmin() ? nothingChosen : nothingSelected);
  };

  return (
    <form id={id} className="to-collection" noValidate onSubmit={handleSubmit}>
      {collections.isPending ? <Spinner label="Cargando colecciones..." showLabel /> : null}
      {collections.isError ? (
        <Notice
          tone="danger"
          action={
            <Button variant="line" size="sm" onClick={() => void collections.refetch()}>
              Reintentar
            </Button>
          }
        >
          {messageOf(collections.error, 'Error al cargar colecciones.')}
        </Notice>
      ) : null}
      {known.length > 0 ? (
        <Select
          label="Colección existente"
          value={chosenId}
          disabled={isPending}
          options={[
            { value: '', label: 'Elige una colección' },
            ...known.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
          onChange={(event) => {
            setChosenId(event.target.value);
            setNewName('');
            onProblem(undefined);
          }}
        />
      ) : null}
      {isAdmin() || !collections.isSuccess || known.length > 0 ? null : (
        <p>No hay colecciones. Podrás agregar títulos cuando un administrador cree la primera.</p>
      )}
      {isAdmin() ? (
        <TextField
          label="Nueva colección"
          placeholder="Nombre de la colección"
          value={newName}
          disabled={isPending}
          maxLength={100}
          onChange={(event) => {
            setNewName(event.target.value);
            setChosenId('');
            onProblem(undefined);
          }}
        />
      ) : null}
    </form>
  );
}
