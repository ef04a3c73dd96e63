import { useQuery } from '@tanstack/react-query';
import { themeQuery, type WatchedItem } from './enrichment.queries.ts';
import { InfoPanel } from './info-panel.tsx';
import { PageTheme } from './page-theme.tsx';
import { RecommendationsPanel } from './recommendations-panel.tsx';
import './enrichment.css';

interface EnrichmentProps extends WatchedItem {
  /**
   * Whether a retry button that may have had the focus was shown before the panels below the video loaded; the first
   * panel then takes the focus.
   */
  takesFocus: boolean;
}

/**
 * The enrichment of a film's or series' watch page: colour theme, information panel and recommendations, each with its
 * own API call. A channel has only the information panel: its page keeps the colour of its logo, and nothing is like a
 * channel but the channels beside the video.
 *
 * @see docs/requisitos.md, R4.17
 */
export function Enrichment({ takesFocus, ...item }: EnrichmentProps) {
  const isChannel = item.itemType === 'channel';
  const { data: theme } = useQuery({ ...themeQuery(item), enabled: !isChannel });
  return (
    <>
      {theme === undefined ? null : <PageTheme theme={theme} />}
      <InfoPanel item={item} takesFocus={takesFocus} />
      {isChannel ? null : <RecommendationsPanel item={item} />}
    </>
  );
}
