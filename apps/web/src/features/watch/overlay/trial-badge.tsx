import { useQuery } from '@tanstack/react-query';
import { trialLeftQuery } from './overlay.queries.ts';

/**
 * A badge over the video with the minutes that are left of the daily trial (free viewing of titles that the plan does
 * not open).
 */
export function TrialBadge({ videoId }: { videoId: string }) {
  const { data } = useQuery(trialLeftQuery(videoId));
  if (data === undefined || data === null) return null;
  return (
    <p className="layer__trial" role="status">
      {data < 1 ? 'Prueba gratuita: queda menos de 1 min' : `Prueba gratuita: quedan ${data} min`}
    </p>
  );
}
