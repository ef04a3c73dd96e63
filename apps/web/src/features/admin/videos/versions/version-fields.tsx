import { EditionField, LanguagesField, QualityField } from '../../editing/tag-fields.tsx';
import type { VersionForm } from './version-form.ts';

interface VersionFieldsProps {
  /** What the versions belong to, such as «T1 · C3»; empty for a film. */
  of?: string;
  versions: readonly VersionForm[];
  onVersionsChange: (versions: readonly VersionForm[]) => void;
}

/**
 * The further addresses of a film or chapter with their languages, quality and edition. The addresses themselves come from
 * lists and cannot be typed. Renders nothing where there are none.
 */
export function VersionFields({ of = '', versions, onVersionsChange }: VersionFieldsProps) {
  if (versions.length === 0) return null;
  const change = (id: string, part: Partial<VersionForm>): void =>
    onVersionsChange(versions.map((version) => (version.id === id ? { ...version, ...part } : version)));
  return (
    <fieldset className="versions editor__all">
      <legend className="label">Otras versiones</legend>
      <p className="hint">Se prueban cuando la dirección principal falla, antes las del mismo idioma.</p>
      <ol>
        {versions.map(({ id, url, languages, quality, edition }, index) => {
          const name = `la versión ${index + 1}${of === '' ? '' : ` de ${of}`}`;
          return (
            <li key={id}>
              <span className="versions__address">{url}</span>
              <LanguagesField
                of={name}
                value={languages}
                onValueChange={(value) => change(id, { languages: value })}
              />
              <QualityField
                label={`Calidad de ${name}`}
                size="sm"
                value={quality}
                onValueChange={(value) => change(id, { quality: value })}
              />
              <EditionField
                label={`Edición de ${name}`}
                size="sm"
                value={edition}
                onValueChange={(value) => change(id, { edition: value })}
              />
            </li>
          );
        })}
      </ol>
    </fieldset>
  );
}
