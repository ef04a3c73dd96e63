import { encoderNames, type EncoderKind, type Settings } from '@butaca/contract';
import { Select } from '@butaca/ui';
import { useState, type FormEvent } from 'react';
import { detailsOf } from '../editing/admin-message.ts';
import { SaveButton } from '../editing/save-button.tsx';
import { useSettingsSave } from './use-settings-save.ts';

type Choice = Settings['videoEncoder'];
const automatic = 'automatic';

/** The form that sets what encodes video: the processor, or a hardware encoder that the server has found. */
export function EncoderForm({ settings }: { settings: Pick<Settings, 'videoEncoder' | 'encoders'> }) {
  const { videoEncoder, encoders } = settings;
  const [chosen, setChosen] = useState<Choice>(videoEncoder);
  const save = useSettingsSave();
  const found = encoders.filter(({ state, kind }) => isUsable(state) || kind === videoEncoder);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ videoEncoder: chosen });
  };
  return (
    <form className="settings__part" aria-labelledby="settings-encoder" onSubmit={handleSubmit}>
      <h2 id="settings-encoder">Codificador de video</h2>
      <p>
        Lo que recodifica el video. Si un codificador por hardware falla, sigue el procesador sin que nadie lo
        note. «Resumen» dice cuáles se han encontrado, y por qué no los demás.
      </p>
      <Select
        className="settings__plan"
        label="Codificar con"
        value={chosen ?? automatic}
        error={detailsOf(save.error).find(({ path }) => path === 'videoEncoder')?.message}
        onChange={({ currentTarget: { value } }) =>
          setChosen(value === automatic ? null : (value as 'software' | EncoderKind))
        }
        options={[
          { value: automatic, label: 'Automático (recomendado: el procesador)' },
          { value: 'software', label: 'Por programa, con el procesador' },
          ...found.map(({ kind, state }) => ({
            value: kind,
            label: isUsable(state) ? encoderNames[kind] : `${encoderNames[kind]}, no encontrado`,
          })),
        ]}
      />
      <SaveButton isSaving={save.isPending} isChanged={chosen !== videoEncoder}>
        Guardar codificador
      </SaveButton>
    </form>
  );
}

const isUsable = (state: Settings['encoders'][number]['state']): boolean =>
  state === 'found' || state === 'failed';
