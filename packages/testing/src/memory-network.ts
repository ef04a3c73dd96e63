/*
 * A network within the process: HTTP clients reach HTTP servers over pairs of streams, without sockets. Nothing of it depends on
 * how busy the machine is. A virtual clock (`createVirtualClock`) sees by `moves` whether bytes are still moving, and lets no
 * time pass until they have come to rest. Both ends behave as TCP connections do where HTTP notices: they buffer little, send
 * no faster than the other end reads, tell their end, and break when the other end is destroyed.
 */
import type { Server } from 'node:http';
import { Duplex } from 'node:stream';

export interface MemoryNetwork {
  /** The address of all servers of the network. */
  readonly host: '127.0.0.1';
  /** Lets a server answer at a port of its own. @returns the port */
  serve(server: Server): number;
  /** Opens a connection to a port, for a client such as `node:http`. @throws Error with the code `ECONNREFUSED` where no server is */
  open(port: number): Duplex;
  /** Opens a connection as undici's `connect` does. */
  connect(
    options: { hostname: string; port: string },
    callback: (...outcome: [Error, null] | [null, Duplex]) => void,
  ): void;
  /** Breaks all connections to a port, and lets nothing answer there any more. */
  close(port: number): void;
  /** How often bytes, an end or a break have reached the other end of a connection. */
  moves(): number;
}

const host = '127.0.0.1';
/** How many bytes one end keeps until the other end waits. */
const bufferedBytes = 64 * 1_024;
/** The first port: no port below has a meaning to HTTP clients. */
const firstPort = 20_000;

export function createMemoryNetwork(): MemoryNetwork {
  const servers = new Map<number, { server: Server; connections: Set<Duplex> }>();
  let moves = 0;
  let nextPort = firstPort;
  const noteMove = () => void (moves += 1);

  function open(port: number): Duplex {
    const served = servers.get(port);
    if (served === undefined) throw failure('ECONNREFUSED');
    nextPort += 1;
    const near = new MemoryConnection({ localPort: nextPort, remotePort: port, noteMove });
    const far = new MemoryConnection({ localPort: port, remotePort: nextPort, noteMove });
    near.other = far;
    far.other = near;
    served.connections.add(far);
    far.once('close', () => served.connections.delete(far)).on('error', () => undefined);
    // As over TCP, a client has its connection before the server has.
    setImmediate(() => {
      noteMove();
      if (!far.destroyed) served.server.emit('connection', far);
    });
    return near;
  }

  return {
    host,
    serve(server) {
      nextPort += 1;
      servers.set(nextPort, { server, connections: new Set() });
      return nextPort;
    },
    open,
    connect({ hostname, port }, callback) {
      setImmediate(() => {
        noteMove();
        if (hostname !== host) callback(failure('EHOSTUNREACH'), null);
        else if (servers.has(Number(port))) callback(null, open(Number(port)));
        else callback(failure('ECONNREFUSED'), null);
      });
    },
    close(port) {
      const connections = servers.get(port)?.connections ?? [];
      servers.delete(port);
      for (const connection of connections) connection.destroy();
    },
    moves: () => moves,
  };
}

const failure = (code: string): Error => Object.assign(new Error(code), { code });

/** One end of a connection, with what HTTP clients and servers read of a socket. */
class MemoryConnection extends Duplex {
  /** The other end. */
  other: MemoryConnection | undefined;
  /** How many bytes this end has sent, or waits to send. */
  bytesWritten = 0;
  readonly remoteAddress = host;
  readonly remoteFamily = 'IPv4';
  readonly localPort: number;
  readonly remotePort: number;
  readonly #noteMove: () => void;
  /** Says that the other end has read what was sent last. */
  #taken: ((error?: Error) => void) | undefined;

  constructor(ends: { localPort: number; remotePort: number; noteMove: () => void }) {
    super({ allowHalfOpen: true, highWaterMark: bufferedBytes });
    this.localPort = ends.localPort;
    this.remotePort = ends.remotePort;
    this.#noteMove = ends.noteMove;
  }

  setTimeout(): this {
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  /** Closes the connection once all that was written has been sent. */
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  override _read(): void {
    this.other?.takeNext();
  }

  /** Lets this end send on. */
  takeNext(): void {
    const taken = this.#taken;
    this.#taken = undefined;
    taken?.();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#send([chunk], done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.#send(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  #send(chunks: readonly Buffer[], done: (error?: Error) => void): void {
    for (const chunk of chunks) this.bytesWritten += chunk.length;
    this.#arrive((other) => {
      if (other.destroyed) return done(failure('EPIPE'));
      let isRead = true;
      for (const chunk of chunks) isRead = other.push(chunk);
      if (isRead) done();
      else this.#taken = done;
    });
  }

  override _final(done: (error?: Error) => void): void {
    this.#arrive((other) => {
      if (!other.destroyed) other.push(null);
      done();
    });
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const isWhole = this.writableFinished;
    const hasRead = this.readableLength === 0;
    this.#taken = undefined;
    this.#arrive((other) => other.#lose({ isWhole, hasRead }));
    done(error);
  }

  /** Learns that the other end has been destroyed: an end where it had read everything, otherwise a break. */
  #lose({ isWhole, hasRead }: { isWhole: boolean; hasRead: boolean }): void {
    if (this.destroyed) return;
    const taken = this.#taken;
    this.#taken = undefined;
    if (taken !== undefined) taken(failure('EPIPE'));
    else if (!hasRead) this.destroy(failure('ECONNRESET'));
    else if (!isWhole) this.push(null);
    // What this end has sent completely is of no use to anybody any more; what it has received may still be read.
    else if (this.writableFinished && this.readableEnded) this.destroy();
  }

  /** Lets something happen at the other end in the next turn of the event loop, as bytes from a socket do. */
  #arrive(happen: (other: MemoryConnection) => void): void {
    setImmediate(() => {
      this.#noteMove();
      if (this.other !== undefined) happen(this.other);
    });
  }
}
