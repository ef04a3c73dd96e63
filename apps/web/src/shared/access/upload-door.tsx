import { Button, type ButtonLook } from '@butaca/ui';
import { Link } from 'react-router';
import { isAdmin } from '../../platform/session/session-store.ts';
import { paths } from '../paths.ts';

/** The link to «Agregar lista», which an administrator is offered where the catalogue is empty; viewers see nothing. */
export function UploadDoor({ variant }: Pick<ButtonLook, 'variant'>) {
  if (!isAdmin()) return null;
  return (
    <Button variant={variant} render={<Link to={`${paths.admin}?tab=add_list`} />}>
      Agregar tu lista
    </Button>
  );
}
