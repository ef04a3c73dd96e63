import { TextField } from '@butaca/ui';

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
