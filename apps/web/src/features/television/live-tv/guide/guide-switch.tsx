import { ChipGroup } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { nowQuery, scopeOf } from '../../../../shared/guide/guide.queries.ts';

interface GuideSwitchProps {
  category: string;
  isGuide: boolean;
  onChange: (isGuide: boolean) => void;
  /** Called when the guide can be opened, so that its code loads before it is. */
  onShown: () => void;
}

const views = [
  { value: 'canales', label: 'Canales' },
  { value: 'guia', label: 'Guía' },
];

/** Switches «TV en Vivo» between the tiles of channels and the guide; absent where no channel of the category has a guide. */
export function GuideSwitch({ category, isGuide, onChange, onShown }: GuideSwitchProps) {
  const { data } = useQuery(nowQuery(scopeOf(category)));
  const isShown = isGuide || (data !== undefined && data.size > 0);
  const prepare = useEffectEvent(onShown);
  useEffect(() => {
    if (isShown) prepare();
  }, [isShown]);
  if (!isShown) return null;
  return (
    <ChipGroup
      label="Vista"
      className="livetv__views"
      items={views}
      value={isGuide ? 'guia' : 'canales'}
      onValueChange={(view) => onChange(view === 'guia')}
    />
  );
}
