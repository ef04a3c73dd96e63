export { SearchButton, useSearchDoor } from './use-search-palette.tsx';
