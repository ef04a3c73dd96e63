import {
  editionMaxLength,
  nameOfCountry,
  nameOfLanguage,
  tagLanguagesMax,
  tagQualities,
} from '@butaca/contract';
import { Button, Select, TextField } from '@butaca/ui';
import { X } from 'lucide-react';
import { countryOptions, languageOptions } from './tag-words.ts';
import './tags.css';

interface LanguagesFieldProps {
  /** What the languages belong to, such as «la dirección 2», for the labels that screen readers read. */
  of: string;
  value: readonly string[];
  onValueChange: (languages: readonly string[]) => void;
}

/** The languages of one address: each with a button that takes it away, and a select that adds one. */
export function LanguagesField({ of, value, onValueChange }: LanguagesFieldProps) {
  return (
    <fieldset className="tags">
      <legend className="label">Idiomas</legend>
      <div className="tags__row">
        {value.map((code) => (
          <Button
            key={code}
            size="sm"
            variant="line"
            icon={<X className="ico" />}
            aria-label={`Quitar ${nameOfLanguage(code)} de ${of}`}
            onClick={() => onValueChange(value.filter((other) => other !== code))}
          >
            {nameOfLanguage(code)}
          </Button>
        ))}
        {value.length < tagLanguagesMax && (
          <Select
            label={`Agregar un idioma a ${of}`}
            hideLabel
            size="sm"
            className="tags__add"
            options={[
              { value: '', label: 'Agregar idioma' },
              ...languageOptions.filter((option) => !value.includes(option.value)),
            ]}
            value=""
            onChange={({ currentTarget }) => {
              if (currentTarget.value !== '') onValueChange([...value, currentTarget.value]);
            }}
          />
        )}
      </div>
    </fieldset>
  );
}

interface TagFieldProps {
  label: string;
  /** Empty for none. */
  value: string;
  onValueChange: (value: string) => void;
  size?: 'sm' | 'md';
  error?: string | undefined;
}

export function QualityField({ value, onValueChange, ...rest }: TagFieldProps) {
  const isKnown = value === '' || tagQualities.some((quality) => quality === value);
  return (
    <Select
      {...rest}
      options={[
        { value: '', label: 'Sin indicar' },
        ...(isKnown ? [] : [{ value, label: value }]),
        ...tagQualities.toReversed().map((quality) => ({ value: quality, label: quality })),
      ]}
      value={value}
      onChange={({ currentTarget }) => onValueChange(currentTarget.value)}
    />
  );
}

export function CountryField({ value, onValueChange, ...rest }: TagFieldProps) {
  const isKnown = value === '' || countryOptions.some((option) => option.value === value);
  return (
    <Select
      {...rest}
      options={[
        { value: '', label: 'Sin indicar' },
        ...(isKnown ? [] : [{ value, label: nameOfCountry(value) }]),
        ...countryOptions,
      ]}
      value={value}
      onChange={({ currentTarget }) => onValueChange(currentTarget.value)}
    />
  );
}

export function EditionField({ value, onValueChange, ...rest }: TagFieldProps) {
  return (
    <TextField
      {...rest}
      placeholder="Versión extendida"
      maxLength={editionMaxLength}
      value={value}
      onChange={({ currentTarget }) => onValueChange(currentTarget.value)}
    />
  );
}
