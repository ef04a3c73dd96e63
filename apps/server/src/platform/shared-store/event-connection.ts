import { inResponsiveTime } from '../async/deadline.ts';
import { connectWithinMs, createStoreConnection, type StoreConnection } from './store-connection.ts';
import type { Clock } from '../clock.ts';

/** The connection on which a server hears events. It can send nothing else than subscriptions. */
export interface EventConnection extends StoreConnection {
  /**
   * Expects what this server is about to send itself on `ownTopic`.
   *
   * @returns `undefined` while nothing is subscribed to
   */
  expectOwn(): ExpectedMessage | undefined;
  /** Replaces a connection whose subscriptions have failed. Without effect while they stand, or are being made. */
  retrySubscribing(): void;
}

/** `heard` resolves when the message has arrived; `end` forgets it. */
export interface ExpectedMessage {
  heard: Promise<true>;
  end(): void;
}

/**
 * Creates a connection that is not open yet; whenever it is, it subscribes to the topics.
 *
 * @param needs.onEvent - called with each message of `topic`
 * @param needs.onReady - called when the subscriptions stand
 * @param needs.onFailure - called when the shared store refuses them
 */
export function createEventConnection(needs: {
  url: string;
  topic: string;
  ownTopic: string;
  onEvent(text: string): void;
  onReady(): void;
  onFailure(error: unknown): void;
  clock: Clock;
}): EventConnection {
  const { topic, ownTopic, onEvent, onReady, onFailure, clock } = needs;
  const connection = createStoreConnection(needs.url, { autoResubscribe: false }, clock);
  const { client } = connection;
  const expecting = new Set<() => void>();
  let state: 'none' | 'subscribing' | 'subscribed' | 'failed' = 'none';
  let connections = 0;

  async function subscribe(): Promise<void> {
    const own = connections;
    state = 'subscribing';
    let isSubscribed = false;
    try {
      const subscribed = client.subscribe(topic, ownTopic).then(() => true);
      isSubscribed = await inResponsiveTime(subscribed, connectWithinMs, false, clock);
    } catch (error) {
      onFailure(error);
    }
    // What an earlier connection has answered says nothing about the subscriptions of this one.
    if (own !== connections) return;
    state = isSubscribed ? 'subscribed' : 'failed';
    if (isSubscribed) onReady();
    else connection.replace();
  }

  client.on('ready', () => void subscribe());
  client.on('close', () => {
    connections += 1;
    state = 'none';
  });
  client.on('message', (from: string, text: string) => {
    if (from === topic) onEvent(text);
    else for (const hear of expecting) hear();
  });
  return {
    ...connection,
    expectOwn() {
      if (state !== 'subscribed') return undefined;
      let hear = (): void => undefined;
      const heard = new Promise<true>((resolve) => {
        hear = () => resolve(true);
      });
      expecting.add(hear);
      return { heard, end: () => expecting.delete(hear) };
    },
    retrySubscribing() {
      if (state === 'failed') connection.replace();
    },
  };
}
