import { messageDismissMs } from '@butaca/contract';
import { Notice } from '@butaca/ui';
import { useEffect, useState } from 'react';
import { entryDenial } from './section-entry.ts';
import './section-denial.css';

/**
 * A toast that says that the person's plan does not open a section of the catalogue; it disappears after five seconds.
 */
export function SectionDenial({ section }: { section: string }) {
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setGone(true), messageDismissMs);
    return () => clearTimeout(timer);
  }, []);
  if (isGone) return null;
  return (
    <div className="section-denial">
      <Notice tone="warn" onClose={() => setGone(true)}>
        {entryDenial(section)}
      </Notice>
    </div>
  );
}
