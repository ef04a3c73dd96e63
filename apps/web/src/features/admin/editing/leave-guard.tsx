import { ConfirmDialog } from '@butaca/ui';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useNavigationGuard } from '../../../platform/navigation/use-navigation.ts';

/**
 * Asks before what was typed into an editor and not saved is lost, both when navigating within the application and when
 * closing the page.
 */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const { pathname, search } = useLocation();
  const [held, setHeld] = useState<{ proceed: () => void }>();
  useNavigationGuard((next, proceed) => {
    const isSamePage = next.pathname === pathname && next.search === search;
    if (isSamePage || !isDirty()) return false;
    setHeld({ proceed });
    return true;
  });
  useEffect(() => {
    const handleUnload = (event: BeforeUnloadEvent): void => {
      if (isDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', handleUnload);
    return () => window.removeEventListener('beforeunload', handleUnload);
  }, [isDirty]);
  return (
    <ConfirmDialog
      open={held !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) setHeld(undefined);
      }}
      title="¿Salir sin guardar?"
      confirmLabel="Salir sin guardar"
      cancelLabel="Seguir editando"
      onConfirm={() => {
        setHeld(undefined);
        held?.proceed();
      }}
    >
      Los cambios que no has guardado se perderán.
    </ConfirmDialog>
  );
}
