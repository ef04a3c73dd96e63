import { TextField } from '@butaca/ui';
import type { VideoForm } from './video-form.ts';

interface PictureFieldsProps {
  form: VideoForm;
  onTyped: (name: keyof VideoForm) => (event: { currentTarget: { value: string } }) => void;
  errorAt: (path: string) => string | undefined;
}

const fields = [
  ['customThumbnail', 'Imagen propia'],
  ['tmdbThumbnail', 'Imagen de TMDB'],
  ['thumbnail', 'Imagen de la lista'],
  ['trailerUrl', 'Tráiler'],
] as const;

/** The URL fields of a video's images, of which viewers see the first one that is filled, and of its trailer. */
export function PictureFields({ form, onTyped, errorAt }: PictureFieldsProps) {
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
