/** No film lasts four days: times beyond this, in seconds, come from damaged or hostile files and are ignored. */
export const longestFilmSeconds = 345_600;
