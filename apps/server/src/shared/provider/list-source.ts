import type { Actor } from '@butaca/db';
import type { Account } from '@butaca/xtream';
import type { AppError } from '../../platform/http/app-error.ts';
import type { ListProvider } from './list-provider.ts';
import type { ProviderAccess } from './seal-access.ts';

interface ProviderSource {
  provider: ListProvider;
  access: ProviderAccess;
  /** The SHA-256 of the list that was published last; a list of the same bytes is unchanged. `null` where there is none. */
  publishedHash: Buffer | null;
}

/** The list at the address of a provider. */
export interface AddressSource extends ProviderSource {
  from: 'address';
  /** What the server said of the list that was published last; absent where the list is fetched in any case. */
  ifNoneMatch?: string | undefined;
  ifModifiedSince?: string | undefined;
}

/** What an Xtream account has, as a list. */
export interface AccountSource extends ProviderSource {
  from: 'account';
  /** The zone of the server's local times, where an administrator has named one. */
  timeZone: string | undefined;
}

/** On whose behalf a list is imported, and what its door takes part in meanwhile. */
export interface ImportOrder {
  actor: Actor;
  /** Gives the list up while it is being received. */
  stopped?: AbortSignal;
  /** Called with what an account says about itself, before its lists are requested. */
  onAccount?(account: Account): Promise<void>;
  /**
   * Decides by the first bytes of a list of a provider, once it is received, whether it is imported.
   *
   * @returns why it is not
   */
  refuse?(head: Buffer): Promise<AppError | undefined>;
}
