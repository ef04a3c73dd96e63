import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net';

/**
 * A proxy between a test and its database that can act like a cut network: data no longer arrive, and neither side sees
 * its connection close.
 */
export interface FragileNetwork extends AsyncDisposable {
  /** The database URL that leads through the proxy which can act like a cut network. */
  databaseUrl: string;
  /**
   * Begins the simulated network failure: data no longer arrive in either direction. Connections that were open then
   * stay silent even after `comeBack` has ended the failure.
   */
  vanish(): void;
  /** Ends the simulated network failure: the data of new connections arrive again. */
  comeBack(): void;
  /** Closes all connections at once. */
  cut(): void;
}

/** Opens a TCP proxy to a database, on a port of the loopback interface, that can act like a cut network. */
export async function openFragileNetwork(databaseUrl: string): Promise<FragileNetwork> {
  const target = new URL(databaseUrl);
  let isThere = true;
  const pairs = new Set<readonly [Socket, Socket | undefined]>();
  const server = createServer((client) => {
    client.on('error', () => undefined);
    if (!isThere) {
      client.pause();
      pairs.add([client, undefined]);
      return;
    }
    const upstream = connect(targetOf(target));
    upstream.on('error', () => client.destroy());
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    pairs.add([client, upstream]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const [client, upstream] of pairs) {
      client.destroy();
      upstream?.destroy();
    }
    pairs.clear();
  };
  const through = new URL(databaseUrl);
  through.searchParams.delete('host');
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return {
    databaseUrl: through.href,
    vanish() {
      isThere = false;
      for (const [client, upstream] of pairs) {
        client.unpipe().pause();
        upstream?.unpipe().pause();
      }
    },
    comeBack: () => void (isThere = true),
    cut,
    async [Symbol.asyncDispose]() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function targetOf(url: URL): NetConnectOpts {
  const folder = url.searchParams.get('host');
  return folder?.startsWith('/') === true
    ? { path: `${folder}/.s.PGSQL.${url.port || 5432}` }
    : { host: url.hostname, port: Number(url.port || 5432) };
}
