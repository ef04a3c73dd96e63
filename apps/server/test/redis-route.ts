import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** An address that stands for a Redis, like a name or a virtual IP address. Connections pass through this process. */
export interface RedisRoute extends AsyncDisposable {
  readonly url: string;
  /** Lets new connections lead to another Redis; open ones stay where they are. */
  leadTo(redisUrl: string): void;
  /** Swallows all that is sent on the connections that are open now, and does not end them: as a network that was cut. */
  silence(): void;
  /** Lets each answer take this long, in ms. */
  delay(answerMs: number): void;
}

export async function openRedisRoute(redisUrl: string): Promise<RedisRoute> {
  let target = redisUrl;
  let answerMs = 0;
  let open: { sockets: readonly Socket[]; isSilent: boolean }[] = [];

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const redis = connect({ port: Number(new URL(target).port), host: '127.0.0.1', allowHalfOpen: true });
    const pair = { sockets: [client, redis], isSilent: false };
    open.push(pair);
    const forward = (from: Socket, to: Socket, delayMs: () => number): void => {
      from.on('data', (bytes) => {
        if (pair.isSilent) return;
        if (delayMs() === 0) to.write(bytes);
        else setTimeout(() => to.write(bytes), delayMs());
      });
      from.on('end', () => {
        if (!pair.isSilent) to.end();
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        if (!pair.isSilent) to.destroy();
      });
    };
    forward(client, redis, () => 0);
    forward(redis, client, () => answerMs);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');

  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(url) {
      target = url;
    },
    silence() {
      for (const pair of open) pair.isSilent = true;
    },
    delay(ms) {
      answerMs = ms;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open.flatMap(({ sockets }) => sockets)) socket.destroy();
      open = [];
      server.close();
      await once(server, 'close');
    },
  };
}
