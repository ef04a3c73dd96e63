import { errorCatalogue, type PlayingDevice, type ItemKey } from '@butaca/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { createListeners } from '../../../platform/listeners.ts';
import type { SharedStore } from '../../../platform/shared-store/shared-store.ts';
import { createLeases, leaseMs, type HeldLease, type Lease, type LeaseRequest } from './leases.ts';
import { createSharedLeases, type LeaseBook } from './shared-leases.ts';
import { countStreams } from '../../../shared/count-streams.ts';
import { servePlaying, type PlayingSession } from './playing.routes.ts';

export type { HeldLease } from './leases.ts';
export { leaseMs } from './leases.ts';

/** The functions by which the playing feature (which devices play what now) names devices, channels and videos. */
export interface PlayingNames {
  /**
   * Returns the readable name of a device, such as «Chrome en Windows»; `undefined` when the device no longer exists.
   */
  deviceName(accountId: string, deviceId: string): Promise<string | undefined>;
  /**
   * Returns the title of the channel or video that an item key (`channel:<id>` or the like) names; `undefined` when it
   * no longer exists.
   */
  itemTitle(itemKey: ItemKey): Promise<string | undefined>;
}

/** The playing feature: which devices play something now, and how many devices of an account may play at once. */
export interface Playing {
  /**
   * Called when a device requests a stream: takes a lease for it (the right to play, which each plan grants to a
   * limited number of devices at once).
   *
   * @returns the error that refuses the stream: too many devices play, or another device stopped this stream
   */
  take(request: LeaseRequest, session: PlayingSession): Promise<AppError | undefined>;
  /**
   * Renews the lease (right to play) of a device while a stream is being delivered to it, or played from the player's
   * buffer.
   *
   * @returns `lapsed` when the device no longer holds a lease
   */
  renew(accountId: string, lease: Lease): Promise<'lapsed' | undefined>;
  /**
   * Whether the lease of a device has moved to the television to which it casts, or back from it, since a stream was
   * issued, so that the stream has to end.
   *
   * @returns the error with which the stream is refused
   */
  findMove(request: LeaseRequest): Promise<AppError | undefined>;
  /**
   * Whether a device holds a lease (right to play) for an item (channel, film or chapter), which means that it is
   * playing that item. Of several servers, each knows the devices to which it delivers.
   */
  isPlaying(accountId: string, playing: Lease): boolean;
  /** Lists the leases (rights to play) that devices of all accounts hold now. */
  listAll(): Promise<HeldLease[]>;
  /** Stops what a device is playing: ends its lease (its right to play). @returns whether the device was playing */
  stop(accountId: string, deviceId: string): Promise<boolean>;
  /**
   * Adds a listener that is called when a device begins to play an item (channel, film or chapter), and at intervals
   * while the device plays it.
   */
  onPlaying(listener: (accountId: string, playing: Lease) => void): void;
  /**
   * Adds a listener that is called when somebody has stopped what a device plays, so that streams in delivery to that
   * device can be cut: those that were issued until `untilSeconds`.
   */
  onStopped(listener: (accountId: string, deviceId: string, untilSeconds: number) => void): void;
  routes(serve: ServeEndpoint<PlayingSession>): void;
}

/**
 * Leases (each is the right of one device to play) are kept in memory only, because they expire within half a minute:
 * in that of this process, or in the store that several servers share.
 */
export function playingFeature(needs: {
  clock: Clock;
  names: PlayingNames;
  store?: SharedStore | undefined;
}): Playing {
  const playing = createListeners<[accountId: string, playing: Lease]>();
  const stopped = createListeners<[accountId: string, deviceId: string, untilSeconds: number]>();
  const leases: LeaseBook =
    needs.store === undefined
      ? createLeases(needs.clock)
      : createSharedLeases(needs.store, needs.clock, stopped.notify);

  const nameLeases = (
    accountId: string,
    held: readonly Lease[],
    ownDeviceId: string,
  ): Promise<PlayingDevice[]> =>
    Promise.all(
      held.map(async ({ deviceId, itemKey }) => ({
        deviceId,
        name: (await needs.names.deviceName(accountId, deviceId)) ?? 'Otro dispositivo',
        title: (await needs.names.itemTitle(itemKey)) ?? '',
        isThisDevice: deviceId === ownDeviceId,
      })),
    );

  async function stop(accountId: string, deviceId: string): Promise<boolean> {
    const had = await leases.stop(accountId, deviceId);
    if (had) stopped.notify(accountId, deviceId, Number.POSITIVE_INFINITY);
    return had;
  }

  return {
    async take(request, session) {
      const taken = await leases.take(request, countStreams(session));
      if (taken === 'taken') {
        playing.notify(request.accountId, request);
        return undefined;
      }
      if (taken === 'stopped') return new AppError('stream.stopped');
      const devices = await nameLeases(session.accountId, taken, session.deviceId);
      return new AppError('stream.limit', {
        retryAfterSeconds: Math.ceil(leaseMs / 1_000),
        payload: { error: limitSentence(devices), devices },
      });
    },
    async renew(accountId, lease) {
      const lapsed = await leases.renew(accountId, lease);
      if (lapsed === undefined) playing.notify(accountId, lease);
      return lapsed;
    },
    findMove: async (request) =>
      (await leases.hasMoved(request)) ? new AppError('stream.stopped') : undefined,
    isPlaying: leases.isPlaying,
    listAll: async () => leases.listAll(),
    stop,
    onPlaying: playing.add,
    onStopped: stopped.add,
    routes: (serve) =>
      servePlaying(serve, {
        listOf: async (accountId, deviceId) => nameLeases(accountId, await leases.list(accountId), deviceId),
        stop,
      }),
  };
}

/**
 * Makes the message for a stream that is refused because too many devices play. The message names the playing devices,
 * because the person has to choose which of them to stop.
 */
function limitSentence(devices: readonly PlayingDevice[]): string {
  const names = devices.map(({ name, title }) => (title === '' ? `«${name}»` : `«${name}» (${title})`));
  if (names.length === 0) return errorCatalogue['stream.limit'].sentence;
  const list = new Intl.ListFormat('es').format(names);
  return `Ya se está viendo en ${list}, y tu plan no permite más a la vez. Detén una reproducción para ver aquí.`;
}
