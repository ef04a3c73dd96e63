import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy between the browser and a server, which can behave as a network that loses every packet. */
export interface SilentProxy extends AsyncDisposable {
  url: string;
  /**
   * While the proxy is silent, connections are accepted and stay open, but no byte goes through, so that requests
   * neither fail nor are answered. Afterwards the bytes that were held back go on.
   */
  setSilent(isSilent: boolean): void;
}

/** Starts a proxy on a free port, before a server of this machine. */
export async function startSilentProxy(serverUrl: string): Promise<SilentProxy> {
  const port = Number(new URL(serverUrl).port);
  const sockets = new Set<Socket>();
  let isSilent = false;

  function forward(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on('data', (bytes) => to.write(bytes));
    from.once('end', () => to.end());
    from.once('error', () => to.destroy());
    from.once('close', () => sockets.delete(from));
    if (isSilent) from.pause();
  }

  const proxy = createServer({ allowHalfOpen: true }, (browser) => {
    const server = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    forward(browser, server);
    forward(server, browser);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    setSilent(silent) {
      isSilent = silent;
      for (const socket of sockets) {
        if (silent) socket.pause();
        else socket.resume();
      }
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => proxy.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
