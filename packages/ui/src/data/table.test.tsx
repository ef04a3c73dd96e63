import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Avatar } from './avatar.tsx';
import { Pagination } from './pagination.tsx';
import { Table } from './table.tsx';

it('a table keeps its table roles for screen readers, and has the labels that its card layout shows', () => {
  render(
    <Table
      label="Canales"
      rows={[{ id: '1', name: 'Musa', section: 'Música' }]}
      rowKey={(row) => row.id}
      isSelected={() => true}
      columns={[
        { id: 'name', header: 'Nombre', card: 'title', cell: (row) => row.name },
        { id: 'section', header: 'Sección', cell: (row) => row.section },
      ]}
    />,
  );
  const [head, row] = within(screen.getByRole('table', { name: 'Canales' })).getAllByRole('row');
  expect(within(head!).getAllByRole('columnheader')).toHaveLength(2);
  const cells = within(row!).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent)).toEqual(['Musa', 'Música']);
  expect(cells[1]?.dataset['label']).toBe('Sección');
  expect(row?.className).toBe('is-sel');
});

it('the pagination moves through pages and stops at the ends', async () => {
  const user = userEvent.setup();
  const onPageChange = vi.fn<(page: number) => void>();
  const { rerender } = render(<Pagination page={3} totalPages={42} onPageChange={onPageChange} />);
  expect(screen.getByText('Página 3 de 42')).toBeTruthy();
  for (const name of ['Primera', 'Anterior', 'Siguiente', 'Última']) {
    await user.click(screen.getByRole('button', { name }));
  }
  expect(onPageChange.mock.calls.flat()).toEqual([1, 2, 4, 42]);
  rerender(<Pagination page={42} totalPages={42} onPageChange={onPageChange} />);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Siguiente' }).disabled).toBe(true);
});

it('the pagination shows only the summary when there is one page, and nothing without a summary', () => {
  const { container, rerender } = render(
    <Pagination page={1} totalPages={1} onPageChange={() => {}} summary="Mostrando 2 de 2" />,
  );
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('Mostrando 2 de 2')).toBeTruthy();
  rerender(<Pagination page={1} totalPages={1} onPageChange={() => {}} />);
  expect(container.textContent).toBe('');
});

it('an avatar shows the first letter of a name, skipping other characters', () => {
  const { container } = render(
    <>
      <Avatar name=" ñandú" />
      <Avatar name="" />
    </>,
  );
  expect(container.textContent).toBe('Ñ?');
});
