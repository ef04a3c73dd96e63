export { callAddress, readAccountAddress, streamAddress, type AccountAddress } from './account-address.ts';
export { readAccount, type Account, type AccountRefusal } from './account.ts';
export {
  readCategories,
  readChannel,
  readFilm,
  readSeries,
  type Categories,
  type ChannelItem,
  type FilmItem,
  type SeriesItem,
} from './items.ts';
export { readChapters, type ChapterItem } from './series-chapters.ts';
