import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { Button } from '../action/button.tsx';
import { classes } from '../element/classes.ts';
import './pagination.css';

export interface PaginationProps {
  /** The number, from 1, of the page of the list that is shown. */
  page: number;
  totalPages: number;
  onPageChange: (page: number) => void;
  /** A text that says how many items of the list are shown, e.g. «Mostrando 50 de 2.084 VODs totales». */
  summary?: string | undefined;
  disabled?: boolean | undefined;
  label?: string | undefined;
  className?: string | undefined;
}

/**
 * The buttons below a list with which a person goes to another page of it; for a list of one page, only the text about
 * the number of items.
 */
export function Pagination({
  page,
  totalPages,
  onPageChange,
  summary,
  disabled = false,
  label = 'Paginación',
  className,
}: PaginationProps) {
  const isFirst = disabled || page <= 1;
  const isLast = disabled || page >= totalPages;
  const isNeeded = totalPages > 1;
  if (!isNeeded && summary === undefined) return null;
  return (
    <nav className={classes('pager', className)} aria-label={label}>
      {summary === undefined ? null : <span className="pager__sum">{summary}</span>}
      {isNeeded ? (
        <>
          <Button
            variant="line"
            size="sm"
            disabled={isFirst}
            icon={<ChevronsLeft className="ico" aria-hidden />}
            onClick={() => onPageChange(1)}
          >
            Primera
          </Button>
          <Button
            variant="line"
            size="sm"
            disabled={isFirst}
            icon={<ChevronLeft className="ico" aria-hidden />}
            onClick={() => onPageChange(page - 1)}
          >
            Anterior
          </Button>
          <span className="pager__place" aria-live="polite">
            Página {page.toLocaleString('es')} de {totalPages.toLocaleString('es')}
          </span>
          <Button
            variant="line"
            size="sm"
            disabled={isLast}
            iconEnd={<ChevronRight className="ico" aria-hidden />}
            onClick={() => onPageChange(page + 1)}
          >
            Siguiente
          </Button>
          <Button
            variant="line"
            size="sm"
            disabled={isLast}
            iconEnd={<ChevronsRight className="ico" aria-hidden />}
            onClick={() => onPageChange(totalPages)}
          >
            Última
          </Button>
        </>
      ) : null}
    </nav>
  );
}
