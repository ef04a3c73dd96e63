import { SearchPanel } from './search-panel.tsx';
import './search.css';

/** The screen «Buscar», whose address holds the search text. */
export function SearchScreen() {
  return (
    <main className="page search" id="contenido" tabIndex={-1}>
      <h1 className="vh">Buscar</h1>
      <SearchPanel />
    </main>
  );
}
