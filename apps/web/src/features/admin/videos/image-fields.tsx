import { TextField } from '@butaca/ui';
import type { VideoForm } from './video-form.ts';

interface ImageFieldsProps {
  form: VideoForm;
  onTyped: (name: keyof VideoForm) => (event: { currentTarget: { value: string } }) => void;
  errorAt: (path: string) => string | undefined;
}

const fields = [
  ['customThumbnail', 'Imagen propia'],
  ['tmdbThumbnail', 'Imagen de TMDB'],
  ['thumbnail', 'Imagen de la lista'],
  ['backdrop', 'Imagen de fondo'],
  ['trailerUrl', 'Tráiler'],
] as const;

/**
 * The form fields of the video editor for the URLs of posters, of which viewers see the first one that is filled, of the
 * backdrop and of the trailer.
 */
export function ImageFields({ form, onTyped, errorAt }: ImageFieldsProps) {
  return fields.map(([name, label]) => (
    <TextField
      key={name}
      id={`vod-${name}`}
      label={label}
      type="url"
      placeholder={name === 'trailerUrl' ? 'https://www.youtube.com/watch?v=…' : 'https://…'}
      value={form[name]}
      onChange={onTyped(name)}
      error={errorAt(name)}
    />
  ));
}
