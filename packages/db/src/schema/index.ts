import type { Selectable } from 'kysely';
import type { DB } from './tables.generated.ts';

/** Every table's type, as Kysely reads and writes rows. Generated from the migrated database by `npm run db:types`. */
export type Database = DB;

/** Types of rows as a `select` returns them: `timestamptz` is a `Date`, `bytea` a `Buffer`, `bigint` a number. */
export type AccountRow = Selectable<DB['account']>;
export type DeviceRow = Selectable<DB['device']>;
export type SessionRow = Selectable<DB['session']>;
export type FavouriteRow = Selectable<DB['favourite']>;
export type VideoRow = Selectable<DB['video']>;
export type PlanRow = Selectable<DB['plan']>;
export type ChannelRow = Selectable<DB['channel']>;
export type ChannelSourceRow = Selectable<DB['channel_source']>;
export type ProgressRow = Selectable<DB['progress']>;
