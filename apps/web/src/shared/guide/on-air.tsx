import { lazyPart } from '@butaca/ui';
import type { NowNextProps } from './now-next.tsx';

const part = lazyPart(async () => (await import('./now-next.tsx')).NowNext);

/** What a channel shows now and next; loaded after the first paint, because nothing waits for it. */
export function OnAir(props: NowNextProps) {
  const { Part } = part.usePart(true);
  return Part ? <Part {...props} /> : null;
}
