import { render, screen, waitFor } from '@testing-library/react';
import { useLayoutEffect, useRef } from 'react';
import { expect, it } from 'vitest';
import type { GuideCell } from './guide-cells.ts';
import { useGradualLooks, type RowLook } from './use-gradual-looks.ts';

const look = (): RowLook => ({ cells: [{} as GuideCell], fromMs: 0, toMs: 1, edgeMs: 0 });
const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Shows how many rows are as they are wanted, and notes it for each step. */
function Rows({
  wanted,
  urgent,
  steps,
}: {
  wanted: Map<string, RowLook>;
  urgent: string;
  steps: string[][];
}) {
  const box = useRef(null);
  const shown = useGradualLooks(box, wanted, urgent);
  const ready = [...wanted].flatMap(([id, each]) => (shown.get(id) === each ? id : []));
  useLayoutEffect(() => {
    steps.push(ready);
  });
  return <output ref={box}>{ready.length}</output>;
}

it('changes a few rows in each step, the one of the cursor at once, and in the end all', async () => {
  const first = new Map(ids.map((id) => [id, look()]));
  const steps: string[][] = [];
  const { rerender } = render(<Rows wanted={first} urgent="h" steps={steps} />);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('8'));
  expect(steps[0]).toEqual(['a', 'b', 'h']);
  expect(steps.map(({ length }) => length)).toEqual([3, 5, 7, 8]);

  // A row that has to wait keeps what it has shown, and rows that are as they were do not wait.
  steps.length = 0;
  const next = new Map(ids.map((id, index) => [id, index < 4 ? look() : (first.get(id) ?? look())]));
  rerender(<Rows wanted={next} urgent="h" steps={steps} />);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('8'));
  expect(steps[0]).toEqual(['a', 'b', 'e', 'f', 'g', 'h']);
});
