export { SearchLink, useSearchKeys } from './search-link.tsx';
