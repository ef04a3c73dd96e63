import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A network before a server of this machine, which can fail: the bytes of its connections pass through this process. */
export interface Network extends AsyncDisposable {
  /** The URL at which the server is reached through this network. */
  url: string;
  /** Lets new connections lead to another server; open ones stay where they are. */
  leadTo(serverUrl: string): void;
  /** Cuts the open connections; new ones come from another address of this machine, as of a phone that leaves its Wi-Fi. */
  moveTo(localAddress: string): void;
  /**
   * While the network is silent, connections are accepted and stay open, but no byte goes through, so that requests
   * neither fail nor are answered. Afterwards the bytes that were held back go on.
   */
  setSilent(isSilent: boolean): void;
  /** Loses all that is sent on the connections that are open now, and does not end them: as a network that was cut. */
  lose(): void;
  /** Lets each answer take this long, in ms. */
  delay(answerMs: number): void;
}

interface Connection {
  sockets: readonly Socket[];
  isLost: boolean;
}

/** Starts a network. @param serverUrl - of a server on 127.0.0.1, of any protocol over TCP */
export async function startNetwork(serverUrl: string): Promise<Network> {
  const open = new Set<Connection>();
  let target = new URL(serverUrl);
  let localAddress = '127.0.0.1';
  let isSilent = false;
  let answerMs = 0;

  function forward(connection: Connection, from: Socket, to: Socket, delayMs: () => number): void {
    from.on('data', (bytes) => {
      if (connection.isLost) return;
      if (delayMs() === 0) to.write(bytes);
      else setTimeout(() => to.write(bytes), delayMs());
    });
    from.on('end', () => {
      if (!connection.isLost) to.end();
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      if (!connection.isLost) to.destroy();
      if (connection.sockets.every(({ destroyed }) => destroyed)) open.delete(connection);
    });
    if (isSilent) from.pause();
  }

  const listener = createServer({ allowHalfOpen: true }, (client) => {
    const port = Number(target.port);
    const server = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
    const connection = { sockets: [client, server], isLost: false };
    open.add(connection);
    forward(connection, client, server, () => 0);
    forward(connection, server, client, () => answerMs);
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const sockets = (): Socket[] => [...open].flatMap((connection) => connection.sockets);
  const cut = (): void => {
    for (const socket of sockets()) socket.destroy();
  };

  return {
    url: `${target.protocol}//127.0.0.1:${(listener.address() as AddressInfo).port}`,
    leadTo(url) {
      target = new URL(url);
    },
    moveTo(address) {
      localAddress = address;
      cut();
    },
    setSilent(silent) {
      isSilent = silent;
      for (const socket of sockets()) {
        if (silent) socket.pause();
        else socket.resume();
      }
    },
    lose() {
      for (const connection of open) connection.isLost = true;
    },
    delay(ms) {
      answerMs = ms;
    },
    async [Symbol.asyncDispose]() {
      cut();
      listener.close();
      await once(listener, 'close');
    },
  };
}
