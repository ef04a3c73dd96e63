import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { downloadsQuery } from '../../../shared/downloads.queries.ts';
import { paths } from '../../../shared/paths.ts';

/** Points to the apps that the operator offers, one of which may play what the browser does not; nothing without any. */
export function AppsHint() {
  const { data: downloads = [] } = useQuery(downloadsQuery());
  if (downloads.length === 0) return null;
  return (
    <>
      {' '}
      Quizá lo reproduzca una de las aplicaciones de <Link to={paths.downloads}>Descargas</Link>.
    </>
  );
}
