import { Button } from '@butaca/ui';

interface SaveButtonProps {
  children: string;
  isSaving: boolean;
  isChanged: boolean;
}

export function SaveButton({ children, isSaving, isChanged }: SaveButtonProps) {
  return (
    <Button type="submit" variant="primary" size="sm" loading={isSaving} disabled={!isChanged}>
      {children}
    </Button>
  );
}
