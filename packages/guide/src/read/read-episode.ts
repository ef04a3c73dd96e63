/** Season and episode, both from 1. */
export interface Episode {
  season?: number;
  episode?: number;
}

/** Numbers above are identifiers, such as those of a library, and no numbers of episodes. */
const mostSeasons = 2_999;
const mostEpisodes = 99_999;

const dotted =
  /^\s{0,5}(\d{1,6})?\s{0,5}(?:\/\s{0,5}\d{1,6}\s{0,5})?\.\s{0,5}(\d{1,6})?\s{0,5}(?:\/\s{0,5}\d{1,6}\s{0,5})?(?:\.|$)/;
const seasonAndEpisode =
  /(?:^|[^a-z])(?:s|t|temp|temporada|season)[ .:]{0,3}(\d{1,4})[ .,:\-–/]{0,4}(?:e|ep|cap|capitulo|episodio|episode|x)?[ .:]{0,3}(\d{1,5})/i;
const crossed = /(?:^|\D)(\d{1,3})\s?x\s?(\d{1,5})(?:\D|$)/i;
const seasonOnly = /(?:^|[^a-z])(?:s|t|temp|temporada|season)[ .:]{0,3}(\d{1,4})(?:\D|$)/i;
const episodeOnly = /(?:^|[^a-z])(?:e|ep|cap|capitulo|episodio|episode)[ .:]{0,3}(\d{1,5})(?:\D|$)/i;
const bareNumber = /^\(?(\d{1,5})(?:\s{0,3}\/\s{0,3}\d{1,5})?\)?$/;

/**
 * Reads an element `episode-num`.
 *
 * @param system - `xmltv_ns` counts from 0 in the form `season . episode . part`, each with `/total` or empty;
 *   `onscreen` and its like are read as people write them: `S02E05`, `2x05`, `T2 E5`, `Ep. 5`, `5/10`. Others are
 *   identifiers and give nothing.
 * @see https://github.com/XMLTV/xmltv/blob/master/xmltv.dtd
 */
export function readEpisode(text: string, system: string): Episode {
  const form = system.toLowerCase();
  if (form === 'xmltv_ns') {
    const parts = dotted.exec(text);
    return makeEpisode(numberFromZero(parts?.[1]), numberFromZero(parts?.[2]));
  }
  if (form !== 'onscreen' && form !== 'common' && form !== 'sxxexx') return {};
  const written = text
    .slice(0, 100)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .trim();
  const both = seasonAndEpisode.exec(written) ?? crossed.exec(written);
  if (both !== null) return makeEpisode(Number(both[1]), Number(both[2]));
  const season = seasonOnly.exec(written)?.[1];
  const episode = episodeOnly.exec(written)?.[1] ?? bareNumber.exec(written)?.[1];
  return makeEpisode(Number(season ?? Number.NaN), Number(episode ?? Number.NaN));
}

function numberFromZero(digits: string | undefined): number {
  return digits === undefined ? Number.NaN : Number(digits) + 1;
}

function makeEpisode(season: number, episode: number): Episode {
  const made: Episode = {};
  if (season >= 1 && season <= mostSeasons) made.season = season;
  if (episode >= 1 && episode <= mostEpisodes) made.episode = episode;
  return made;
}
