export { homeQuery } from './home.queries.ts';
