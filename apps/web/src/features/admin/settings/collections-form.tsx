import { Checkbox } from '@butaca/ui';
import { useState, type FormEvent } from 'react';
import { SaveButton } from '../editing/save-button.tsx';
import { useSettingsSave } from './use-settings-save.ts';

/** The form that decides whether viewers add titles to collections. */
export function CollectionsForm({ isOpen: saved }: { isOpen: boolean }) {
  const [isOpen, setIsOpen] = useState(saved);
  const save = useSettingsSave();
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ viewersAddToCollections: isOpen });
  };
  return (
    <form className="settings__part" aria-labelledby="settings-collections" onSubmit={handleSubmit}>
      <h2 id="settings-collections">Colecciones</h2>
      <p>
        Una colección la ven todos. Crearlas y quitar títulos es cosa de administradores; lo que agrega cada
        persona queda en el Registro, donde se puede deshacer.
      </p>
      <Checkbox
        label="Los usuarios pueden agregar títulos a las colecciones"
        checked={isOpen}
        onChange={({ currentTarget }) => setIsOpen(currentTarget.checked)}
      />
      <SaveButton isSaving={save.isPending} isChanged={isOpen !== saved}>
        Guardar colecciones
      </SaveButton>
    </form>
  );
}
