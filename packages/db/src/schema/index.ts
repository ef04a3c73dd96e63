import type { Selectable } from 'kysely';
import type { DB } from './tables.generated.ts';

/**
 * The types of all database tables, for Kysely's queries. Generated from the migrated database by `npm run db:types`.
 */
export type Database = DB;

/**
 * A row of the database table `account`, as a `select` returns it. In all row types, `timestamptz` columns are `Date`,
 * `bytea` columns are `Buffer`, and `bigint` columns are numbers.
 */
export type AccountRow = Selectable<DB['account']>;
/** A row of the database table `device`: a browser or app with which a person signs in. */
export type DeviceRow = Selectable<DB['device']>;
/** A row of the database table `session`: an account is signed in on a device. Only the hash of its token is stored. */
export type SessionRow = Selectable<DB['session']>;
/** A row of the database table `favourite`: a video or channel on an account's list «Mi lista». */
export type FavouriteRow = Selectable<DB['favourite']>;
/** A row of the database table `video`: a film or series, with columns that are derived from its title and chapters. */
export type VideoRow = Selectable<DB['video']>;
/** A row of the database table `plan`: a subscription plan and how many devices it lets play at once. */
export type PlanRow = Selectable<DB['plan']>;
/** A row of the database table `channel`: a live channel, whose stream URLs are in the table `channel_source`. */
export type ChannelRow = Selectable<DB['channel']>;
/** A row of the database table `channel_source`: one stream URL of a channel, with its request headers. */
export type ChannelSourceRow = Selectable<DB['channel_source']>;
/** A row of the database table `progress`: how far an account has watched a video. */
export type ProgressRow = Selectable<DB['progress']>;
