import { TextField } from '@butaca/ui';

/** The field for the password of the administrator who is signed in. */
export function OwnPasswordField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label="Tu contraseña"
      type="password"
      required
      autoComplete="current-password"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
