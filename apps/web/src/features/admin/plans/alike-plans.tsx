import { Notice } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { describeAlike } from './plan-words.ts';
import { planOpeningsQuery } from './plans.queries.ts';

/** Says which plans open the same, and which of them users see on the page of plans; nothing where all plans differ. */
export function AlikePlans() {
  const { data: openings } = useQuery(planOpeningsQuery());
  const alike = openings === undefined ? [] : describeAlike(openings.values());
  if (alike.length === 0) return null;
  return (
    <Notice tone="info" title="Planes iguales">
      {alike.join(' ')} La página Planes enseña una tarjeta por cada grupo que abre lo mismo, y ninguna de los
      planes que no abren nada. Un plan con nombre o precio propio sale siempre.
    </Notice>
  );
}
