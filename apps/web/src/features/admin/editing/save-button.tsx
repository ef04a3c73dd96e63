import { Button } from '@butaca/ui';

interface SaveButtonProps {
  children: string;
  /** Whether the call that saves the form is in flight. */
  isSaving: boolean;
  /** Whether anything was changed; without a change there is nothing to save. */
  isChanged: boolean;
}

/** The button that saves a form of the administration panel. */
export function SaveButton({ children, isSaving, isChanged }: SaveButtonProps) {
  return (
    <Button type="submit" variant="primary" size="sm" loading={isSaving} disabled={!isChanged}>
      {children}
    </Button>
  );
}
