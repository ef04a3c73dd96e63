export {
  callAddress,
  guideAddress,
  isListAddress,
  listAddress,
  readAccountAddress,
  type AccountAddress,
} from './account-address.ts';
export { readAccount, type Account } from './account.ts';
export {
  readCategories,
  readChannel,
  readFilm,
  readSeries,
  type ChannelItem,
  type FilmItem,
  type SeriesItem,
} from './items.ts';
export { readChapters, type ChapterItem } from './series-chapters.ts';
export { ItemsUnreadableError, splitItems } from './split-items.ts';
export { accountOfAddress, completeAddress, storedAddress, storedSeriesCall } from './stored-address.ts';
