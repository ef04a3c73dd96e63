import { Button } from '@butaca/ui';
import { ListPlus } from 'lucide-react';
import { Link } from 'react-router';

/** «Agregar lista»: what an operator does next where an administration list is empty. */
export function UploadLink() {
  return (
    <Button
      variant="primary"
      size="sm"
      icon={<ListPlus className="ico" aria-hidden />}
      render={<Link to={{ search: '?tab=add_list' }} />}
    >
      Agregar lista
    </Button>
  );
}
