export { SearchButton, useSearchDoor } from './search-door.tsx';
