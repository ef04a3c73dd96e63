import { foldText, type Collection } from '@butaca/contract';
import { Button, Dialog, Notice, notify, TextField } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { CollectionFailure, createCollection } from '../../../shared/collections/add-to-collection.ts';
import { collectionsQuery } from '../../../shared/collections/collections.queries.ts';
import { nameMissing, typeInvalid } from './collections.texts.ts';
import './create-collection-dialog.css';

interface CreateCollectionDialogProps {
  onClose: () => void;
  onCreated: (collection: Collection) => void;
}

/**
 * The collection type for what people type into the dialog «Crear colección», in lower case and without accents.
 *
 * @see docs/requisitos.md, R5.18
 */
const models: Readonly<Record<string, Collection['itemsModel']>> = { pelicula: 'Video', serie: 'Serie' };

/**
 * The dialog «Crear colección», which creates an empty collection from a name and a type (films or series). It is open
 * while it is rendered.
 */
export function CreateCollectionDialog({ onClose, onCreated }: CreateCollectionDialogProps) {
  const formId = useId();
  const create = useCreation(onCreated);
  const close = (): void => {
    if (!create.isPending) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title="Crear colección"
      description="Después podrás agregarle títulos desde sus tarjetas."
      size="sm"
      actions={
        <>
          <Button variant="ghost" disabled={create.isPending} onClick={close}>
            Cancelar
          </Button>
          <Button variant="primary" type="submit" form={formId} loading={create.isPending}>
            {create.isPending ? 'Creando...' : 'Crear'}
          </Button>
        </>
      }
    >
      <CreationForm
        id={formId}
        isPending={create.isPending}
        onSubmit={create.mutate}
        onChange={create.reset}
      />
      {create.isError ? (
        <Notice tone="danger" className="new-collection__problem">
          {create.error instanceof CollectionFailure ? create.error.message : 'Error al crear la colección.'}
        </Notice>
      ) : null}
    </Dialog>
  );
}

interface Creation {
  name: string;
  itemsModel: Collection['itemsModel'];
}

function useCreation(onCreated: (collection: Collection) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ name, itemsModel }: Creation) => createCollection(name, itemsModel),
    onSuccess: async (collection) => {
      await queryClient.invalidateQueries(collectionsQuery());
      notify.ok(`Colección «${collection.name}» creada`);
      onCreated(collection);
    },
  });
}

interface CreationFormProps {
  id: string;
  isPending: boolean;
  onSubmit: (creation: Creation) => void;
  onChange: () => void;
}

function CreationForm({ id, isPending, onSubmit, onChange }: CreationFormProps) {
  const typesId = useId();
  const [name, setName] = useState('');
  const [type, setType] = useState('');
  const [isAsked, setAsked] = useState(false);
  const itemsModel = models[foldText(type)];
  const nameError = name.trim() === '' ? nameMissing : undefined;
  const typeError = itemsModel === undefined ? typeInvalid : undefined;

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (isPending || nameError !== undefined || itemsModel === undefined) return;
    onSubmit({ name: name.trim(), itemsModel });
  };

  return (
    <form id={id} className="new-collection" noValidate onSubmit={handleSubmit}>
      <TextField
        label="Nombre"
        placeholder="Noches de invierno"
        required
        maxLength={100}
        value={name}
        disabled={isPending}
        error={isAsked ? nameError : undefined}
        onChange={(event) => {
          setName(event.target.value);
          onChange();
        }}
      />
      <TextField
        label="Tipo"
        placeholder="Película"
        hint="Película o Serie"
        required
        autoComplete="off"
        list={typesId}
        value={type}
        disabled={isPending}
        error={isAsked ? typeError : undefined}
        onChange={(event) => {
          setType(event.target.value);
          onChange();
        }}
      />
      <datalist id={typesId} aria-label="Sugerencias">
        <option value="Película">Película</option>
        <option value="Serie">Serie</option>
      </datalist>
    </form>
  );
}
