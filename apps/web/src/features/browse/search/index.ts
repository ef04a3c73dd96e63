export { SearchButton, useSearchPalette } from './use-search-palette.tsx';
