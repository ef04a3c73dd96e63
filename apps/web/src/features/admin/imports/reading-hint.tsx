import { Button, Notice } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { readingQuery } from './reading.queries.ts';

/**
 * Offers «Leer de nuevo» after an update of the server whose reader of names makes more of the lists that are already
 * imported; nothing once somebody has seen what would change.
 */
export function ReadingHint() {
  const { data } = useQuery(readingQuery());
  if (data?.isOffered !== true) return null;
  return (
    <Notice
      tone="info"
      title="Esta versión lee mejor los nombres de las listas"
      action={
        <Button size="sm" variant="line" render={<Link to={{ search: '?tab=imports&leer=1' }} />}>
          Leer de nuevo
        </Button>
      }
    >
      Las listas que ya importaste se pueden leer de nuevo sin subirlas otra vez. Primero verás qué cambiaría.
    </Notice>
  );
}
