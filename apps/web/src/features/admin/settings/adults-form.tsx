import { Checkbox } from '@butaca/ui';
import { useState, type FormEvent } from 'react';
import { SaveButton } from '../editing/save-button.tsx';
import { useSettingsSave } from './use-settings-save.ts';

/** The form that decides whether viewers see titles and channels for adults. */
export function AdultsForm({ isHidden: saved }: { isHidden: boolean }) {
  const [isHidden, setIsHidden] = useState(saved);
  const save = useSettingsSave();
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ hideAdults: isHidden });
  };
  return (
    <form className="settings__part" aria-labelledby="settings-adults" onSubmit={handleSubmit}>
      <h2 id="settings-adults">Contenido para adultos</h2>
      <p>
        Lo marcado «Para adultos» nunca sale en la portada ni en las recomendaciones. Si lo ocultas, nadie lo
        encuentra ni lo reproduce; aquí, en la administración, lo sigues viendo.
      </p>
      <Checkbox
        label="Ocultar el contenido para adultos"
        checked={isHidden}
        onChange={({ currentTarget }) => setIsHidden(currentTarget.checked)}
      />
      <SaveButton isSaving={save.isPending} isChanged={isHidden !== saved}>
        Guardar contenido para adultos
      </SaveButton>
    </form>
  );
}
