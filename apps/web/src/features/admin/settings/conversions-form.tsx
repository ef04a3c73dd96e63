import { mostConversionsAtOnce, type Settings } from '@butaca/contract';
import { TextField } from '@butaca/ui';
import { useState, type FormEvent } from 'react';
import { detailsOf } from '../editing/admin-message.ts';
import { SaveButton } from '../editing/save-button.tsx';
import { useSettingsSave } from './use-settings-save.ts';

type AtOnce = Pick<Settings, 'copiesAtOnce' | 'encodingsAtOnce'>;
type Field = keyof AtOnce;

const write = (value: number | null): string => (value === null ? '' : String(value));
/** An empty field means that the cores decide. What is no number is sent as 0, and the server says what it takes. */
const read = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed) || 0);

/** The form that sets how many conversions run at once on each server. */
export function ConversionsForm({ settings }: { settings: AtOnce & Pick<Settings, 'automatic'> }) {
  const { automatic } = settings;
  const [typed, setTyped] = useState({
    copiesAtOnce: write(settings.copiesAtOnce),
    encodingsAtOnce: write(settings.encodingsAtOnce),
  });
  const save = useSettingsSave();
  const faults = detailsOf(save.error);
  const changed = fields.filter(({ key }) => typed[key].trim() !== write(settings[key]));
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(Object.fromEntries(changed.map(({ key }) => [key, read(typed[key])])));
  };
  return (
    <form className="settings__part" aria-labelledby="settings-conversions" onSubmit={handleSubmit}>
      <h2 id="settings-conversions">Conversiones</h2>
      <p>
        Lo que un navegador no reproduce se convierte mientras se ve. Todos los que ven lo mismo comparten una
        conversión. Estos límites valen para cada servidor; si están ocupados, quien llega lo lee y puede
        reintentar.
      </p>
      {fields.map(({ key, label, hint, ofServer }) => (
        <TextField
          key={key}
          className="settings__plan"
          label={label}
          hint={hint}
          inputMode="numeric"
          maxLength={String(mostConversionsAtOnce).length}
          placeholder={`Automático: ${automatic[ofServer]}`}
          value={typed[key]}
          error={faults.find(({ path }) => path === key)?.message}
          onChange={({ currentTarget }) => setTyped({ ...typed, [key]: currentTarget.value })}
        />
      ))}
      <SaveButton isSaving={save.isPending} isChanged={changed.length > 0}>
        Guardar conversiones
      </SaveButton>
    </form>
  );
}

const fields: readonly { key: Field; label: string; hint: string; ofServer: keyof Settings['automatic'] }[] =
  [
    {
      key: 'encodingsAtOnce',
      label: 'Recodificaciones a la vez',
      hint: 'El video se codifica de nuevo (HEVC, MPEG-2…). Cada una ocupa alrededor de un núcleo.',
      ofServer: 'encodings',
    },
    {
      key: 'copiesAtOnce',
      label: 'Copias a la vez',
      hint: 'Solo cambian el sonido o el envoltorio (AC-3, MKV…). Gastan poco.',
      ofServer: 'copies',
    },
  ];
