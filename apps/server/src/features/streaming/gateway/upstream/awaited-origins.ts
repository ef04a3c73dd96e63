/*
 * After an aborted request undici closes its connection and opens another one to the same server, although no request
 * needs it. Many providers allow a single connection, which would then be taken. Requests are therefore counted while
 * they wait for a connection, and undici may only connect where one of them waits.
 */
import type { buildConnector } from 'undici';

export interface AwaitedOrigins {
  /**
   * Notes that a request waits for a connection.
   *
   * @param origin - such as `http://proveedor.example:8080`
   * @returns the function to call once the request has a connection or has ended; further calls do nothing
   */
  wait(origin: string): () => void;
  /** Returns a connector that fails where no request waits for a connection. */
  limit(connect: buildConnector.connector): buildConnector.connector;
}

export function createAwaitedOrigins(): AwaitedOrigins {
  const waiting = new Map<string, number>();

  return {
    wait(origin) {
      waiting.set(origin, (waiting.get(origin) ?? 0) + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const left = (waiting.get(origin) ?? 1) - 1;
        if (left === 0) waiting.delete(origin);
        else waiting.set(origin, left);
      };
    },
    limit: (connect) => (options, callback) => {
      if (waiting.has(`${options.protocol}//${options.host}`)) connect(options, callback);
      else queueMicrotask(() => callback(new Error('no request waits for a connection'), null));
    },
  };
}
