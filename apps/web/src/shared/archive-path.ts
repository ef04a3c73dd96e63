import { paths } from './paths.ts';

/** The parameter of a channel's watch page that names an instant of the programme to play from the archive. */
export const archiveParameter = 'desde';

/**
 * The path of the page that plays a past or running programme of a channel from its start.
 *
 * @param startsAt - the start of the programme as guides have it, in ISO 8601
 */
export const archivePath = (channelId: string, startsAt: string): string =>
  `${paths.watch('channel', channelId)}?${archiveParameter}=${encodeURIComponent(startsAt)}`;
