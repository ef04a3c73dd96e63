/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- where CSS changes
   `display`, the elements lose the roles that they have by themselves */
import type { ReactNode } from 'react';
import { classes } from '../element/classes.ts';
import './table.css';

export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end' | undefined;
  /** The width of the table column as a CSS length. */
  width?: string | undefined;
  /**
   * The window width in pixels from which the table shows this column. Narrow windows, where each row is drawn as a
   * card, always show it.
   */
  from?: 1366 | 1440 | undefined;
  /**
   * What the cell becomes in windows under 1180 px, where each row of the table is drawn as a card: checkbox, title,
   * line of text, buttons, or nothing.
   */
  card?: 'check' | 'title' | 'line' | 'actions' | 'hide' | undefined;
}

export interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  isSelected?: ((row: Row) => boolean) | undefined;
  /** Whether the rows of the table are 40 px high, for rows without an image, instead of 52 px. */
  dense?: boolean | undefined;
  className?: string | undefined;
}

/**
 * A dense table whose header row stays visible below the page's header while scrolling (the CSS variable `--table-top`
 * moves it). On a narrow screen each row is drawn as a card; the ARIA roles are written out, because CSS that changes
 * `display` removes the implicit ones.
 */
export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  isSelected,
  dense = false,
  className,
}: TableProps<Row>) {
  const looks = columns.map(({ align, from, card = 'line' }) =>
    classes(`is-${card}`, align === 'end' && 'is-end', from !== undefined && `from-${from}`),
  );
  return (
    <table role="table" aria-label={label} className={classes('table', dense && 'table--dense', className)}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column, index) => (
            <th
              key={column.id}
              role="columnheader"
              scope="col"
              className={looks[index]}
              style={column.width === undefined ? undefined : { width: column.width }}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" className={classes(isSelected?.(row) && 'is-sel')}>
            {columns.map((column, index) => (
              <td
                key={column.id}
                role="cell"
                className={looks[index]}
                data-label={typeof column.header === 'string' ? column.header : undefined}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
