import {
  footerAddressMaxLength,
  footerLinkKeys,
  footerLinkNames,
  footerTextMaxLength,
  type FooterLinkKey,
  type FooterTarget,
  type Settings,
} from '@butaca/contract';
import { Select, TextArea, TextField } from '@butaca/ui';
import { useState, type FormEvent } from 'react';
import { detailsOf } from '../editing/admin-message.ts';
import { SaveButton } from '../editing/save-button.tsx';
import { useSettingsSave } from './use-settings-save.ts';

/** What the footer does with a link: say what is missing, open an address, or open a page with a text. */
type Choice = 'none' | 'address' | 'text';

interface Typed extends FooterTarget {
  choice: Choice;
}

const choices: readonly { value: Choice; label: string }[] = [
  { value: 'none', label: 'Nada todavía' },
  { value: 'address', label: 'Abrir una dirección' },
  { value: 'text', label: 'Mostrar un texto' },
];

const readChoice = ({ address, text }: FooterTarget): Choice =>
  address !== '' ? 'address' : text === '' ? 'none' : 'text';

/** What was chosen, without the value that belongs to another choice. */
const toTarget = ({ choice, address, text }: Typed): FooterTarget => ({
  address: choice === 'address' ? address.trim() : '',
  text: choice === 'text' ? text.trim() : '',
});

export function FooterLinksForm({ footer }: { footer: Settings['footer'] }) {
  const [typed, setTyped] = useState<Record<FooterLinkKey, Typed>>(() => {
    const read = (key: FooterLinkKey): Typed => ({ ...footer[key], choice: readChoice(footer[key]) });
    return { terminos: read('terminos'), privacidad: read('privacidad'), soporte: read('soporte') };
  });
  const save = useSettingsSave();
  const faults = detailsOf(save.error);
  const changed = footerLinkKeys
    .map((key) => ({ key, target: toTarget(typed[key]) }))
    .filter(({ key, target }) => target.address !== footer[key].address || target.text !== footer[key].text);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ footer: Object.fromEntries(changed.map(({ key, target }) => [key, target])) });
  };
  return (
    <form className="settings__part" aria-labelledby="settings-footer" onSubmit={handleSubmit}>
      <h2 id="settings-footer">Pie de página</h2>
      <p>
        Los enlaces que aparecen al final de cada página. El que no tiene dirección ni texto abre una página
        que dice lo que falta.
      </p>
      {footerLinkKeys.map((key) => (
        <LinkFields
          key={key}
          link={key}
          typed={typed[key]}
          fault={faults.find(({ path }) => path.startsWith(`footer.${key}`))?.message}
          onChange={(next) => setTyped({ ...typed, [key]: { ...typed[key], ...next } })}
        />
      ))}
      <SaveButton isSaving={save.isPending} isChanged={changed.length > 0}>
        Guardar enlaces
      </SaveButton>
    </form>
  );
}

interface LinkFieldsProps {
  link: FooterLinkKey;
  typed: Typed;
  /** Why the server refused the address or the text. */
  fault: string | undefined;
  onChange: (next: Partial<Typed>) => void;
}

function LinkFields({ link, typed: { choice, address, text }, fault, onChange }: LinkFieldsProps) {
  const name = footerLinkNames[link];
  return (
    <fieldset className="settings__link">
      <legend className="vh">{name}</legend>
      <Select
        label={name}
        options={choices}
        value={choice}
        onChange={(event) =>
          onChange({
            choice: choices.find(({ value }) => value === event.currentTarget.value)?.value ?? 'none',
          })
        }
      />
      {choice === 'address' && (
        <TextField
          label={`Dirección de ${name}`}
          type="url"
          required
          maxLength={footerAddressMaxLength}
          placeholder="https://"
          hint="Se abre en otra pestaña."
          error={fault}
          value={address}
          onChange={(event) => onChange({ address: event.currentTarget.value })}
        />
      )}
      {choice === 'text' && (
        <TextArea
          label={`Texto de ${name}`}
          required
          rows={8}
          maxLength={footerTextMaxLength}
          hint="Una línea en blanco separa los párrafos."
          error={fault}
          value={text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      )}
    </fieldset>
  );
}
