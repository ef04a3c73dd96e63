import { Notice } from '@butaca/ui';
import { PlansDoor } from './plans-door.tsx';
import { entryDenial } from './section-entry.ts';
import { usePassing } from './use-passing.ts';
import './section-denial.css';

/**
 * A toast that says that the person's plan does not open a section of the catalogue, with the way to the page of plans;
 * it disappears after five seconds.
 */
export function SectionDenial({ section }: { section: string }) {
  const [isShown, close] = usePassing();
  if (!isShown) return null;
  return (
    <div className="section-denial">
      <Notice tone="warn" action={<PlansDoor />} onClose={close}>
        {entryDenial(section)}
      </Notice>
    </div>
  );
}
