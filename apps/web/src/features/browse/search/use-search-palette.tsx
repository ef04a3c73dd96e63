import { Button, Notice, preloadDialog } from '@butaca/ui';
import { Search } from 'lucide-react';
import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { onPrefetch, prefetchScreen } from '../../../platform/prefetch.ts';
import './search-button.css';
import { isPageCovered, isSearchKey } from './search-keys.ts';
import type { SearchPaletteProps } from './search.screen.tsx';

async function loadPalette(): Promise<ComponentType<SearchPaletteProps>> {
  const [{ SearchPalette }] = await Promise.all([import('./search.screen.tsx'), preloadDialog()]);
  return SearchPalette;
}
onPrefetch('search', loadPalette);
const prefetch = (): void => prefetchScreen('search');

/**
 * The state of the search dialog; `loading` and `failed` are about its code, which is loaded when the dialog first
 * opens.
 */
type PaletteState = 'closed' | 'loading' | 'failed' | 'open';

/**
 * Opens the search dialog by keyboard shortcuts or by a function. The dialog's code is loaded when it first opens.
 *
 * @param username - the signed-in person's user name; visitors have no search
 * @returns `palette`: the element that the caller must render
 */
export function useSearchPalette(username: string | undefined): {
  open: () => void;
  isLoading: boolean;
  palette: ReactNode;
} {
  const [state, setState] = useState<PaletteState>('closed');
  const [Palette, setPalette] = useState<ComponentType<SearchPaletteProps>>();
  const isForSomebody = username !== undefined;

  const open = useCallback(async () => {
    setState('loading');
    try {
      const component = await loadPalette();
      setPalette(() => component);
      setState('open');
    } catch {
      setState('failed');
    }
  }, []);

  useEffect(() => {
    if (!isForSomebody) return undefined;
    const handleKey = (event: KeyboardEvent): void => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      if (!isPageCovered()) void open();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isForSomebody, open]);

  const close = (): void => setState('closed');
  const palette = (
    <>
      {state === 'failed' ? <Failed onRetry={() => void open()} onClose={close} /> : null}
      {Palette === undefined || username === undefined ? null : (
        <Palette username={username} open={state === 'open'} onClose={close} />
      )}
    </>
  );
  return { open: () => void open(), isLoading: state === 'loading', palette };
}

function Failed({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  return (
    <div className="search-failed">
      <Notice
        tone="danger"
        onClose={onClose}
        action={
          <Button size="sm" onClick={onRetry}>
            Reintentar
          </Button>
        }
      >
        No se pudo abrir la búsqueda. Revisa tu conexión.
      </Notice>
    </div>
  );
}

/**
 * The magnifier button in the page header that opens the search dialog. Hover or focus prefetches the dialog's code.
 */
export function SearchButton({ onOpen, isLoading }: { onOpen: () => void; isLoading: boolean }) {
  return (
    <button
      type="button"
      className="search-button"
      aria-label="Buscar"
      aria-haspopup="dialog"
      aria-keyshortcuts="/ Control+K Meta+K"
      aria-busy={isLoading}
      title="Buscar ( / )"
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={onOpen}
    >
      <Search className="ico ico--lg" aria-hidden="true" />
    </button>
  );
}
