import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { selfSigned } from './self-signed.ts';

/** What the push service has received for a browser, and what the browser reads in it. */
export interface PushedMessage {
  headers: IncomingHttpHeaders;
  /** The decrypted text, parsed as JSON. */
  notice: unknown;
}

/** A browser that has subscribed. */
export interface FakeBrowser {
  /** What the browser gives to the page: `PushSubscription.toJSON()`. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** What was taken for this browser (201), in order. */
  received: PushedMessage[];
  /** How many requests there were for this browser, whatever was answered. */
  requests: number;
  /** What is answered next, one after the other; then 201. `silent` answers nothing until the connection ends. */
  answers: ({ status: number; headers?: Record<string, string> } | 'silent')[];
}

/**
 * A push service of a browser vendor, over real TLS (RFC 8030). It refuses what a real one refuses: a signature of another key
 * than the one with which the browser has subscribed, for another service, or of more than a day (403), and more than 4,096
 * bytes (413). It decrypts what it takes, as the browser would.
 */
export interface FakePushService extends AsyncDisposable {
  /** The origin that subscriptions name. No resolver knows it: `connect` leads there. */
  origin: string;
  port: number;
  /** Connects to this service, whatever host is asked for; a connector of undici. */
  connect(
    options: { hostname: string },
    callback: (...outcome: [null, TLSSocket] | [Error, null]) => void,
  ): void;
  /** A browser subscribes with a server's public key, in base64url. */
  subscribe(publicKey: string): FakeBrowser;
  /** How many connections there were so far. */
  countConnections(): number;
}

interface Subscribed {
  browser: FakeBrowser;
  pair: ECDH;
  auth: Buffer;
  publicKey: string;
}

const origin = 'https://push.example';

/** @param nowMs - the time by which signatures expire, in ms since 1970 */
export async function startFakePushService(nowMs: () => number): Promise<FakePushService> {
  const subscribed = new Map<string, Subscribed>();
  let requests = 0;
  let connections = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const known = subscribed.get(request.url ?? '');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    requests += 1;
    if (known === undefined) return void response.writeHead(404).end();
    known.browser.requests += 1;
    const given = known.browser.answers.shift();
    if (given === 'silent') return;
    if (given !== undefined) return void response.writeHead(given.status, given.headers).end();
    if (!isSigned(request.headers.authorization, known.publicKey, nowMs()))
      return void response.writeHead(403).end();
    if (body.length > 4_096) return void response.writeHead(413).end();
    known.browser.received.push({
      headers: request.headers,
      notice: JSON.parse(decrypt(body, known).toString('utf8')),
    });
    response.writeHead(201, { location: `${origin}/mensaje/${requests}` }).end();
  }

  const server = createServer(selfSigned, (request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.on('connection', () => void (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    origin,
    port,
    connect(_options, callback) {
      const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
      socket.once('secureConnect', () => callback(null, socket));
      socket.once('error', (error) => callback(error, null));
    },
    subscribe(publicKey) {
      const pair = createECDH('prime256v1');
      const p256dh = pair.generateKeys('base64url');
      const auth = randomBytes(16);
      const path = `/send/${randomBytes(16).toString('base64url')}`;
      const keys = { p256dh, auth: auth.toString('base64url') };
      const subscription = { endpoint: origin + path, keys };
      const browser: FakeBrowser = { subscription, received: [], requests: 0, answers: [] };
      subscribed.set(path, { browser, pair, auth, publicKey });
      return browser;
    },
    countConnections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Reads a message as a browser does. @see RFC 8188, RFC 8291 section 3.4 */
function decrypt(body: Buffer, { pair, auth }: Pick<Subscribed, 'pair' | 'auth'>): Buffer {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body.readUInt8(20);
  const serverKey = body.subarray(21, keyEnd);
  const derive = (secret: Buffer, given: Buffer, info: Buffer | string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, given, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), serverKey]);
  const secret = derive(pair.computeSecret(serverKey), auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(secret, salt, 'Content-Encoding: nonce\0', 12),
  ).setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end === -1) throw new Error('a message without its end');
  return padded.subarray(0, end);
}

/** Whether a request is signed with the key with which its browser has subscribed. @see RFC 8292 */
function isSigned(header: string | undefined, publicKey: string, nowMs: number): boolean {
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  if (key !== publicKey || signature === '') return false;
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.toString('base64url', 1, 33),
    y: point.toString('base64url', 33),
  };
  const isOwn = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
    string,
    unknown
  >;
  const secondsLeft = Number(exp) - nowMs / 1_000;
  return (
    isOwn &&
    aud === origin &&
    secondsLeft > 0 &&
    secondsLeft <= 86_400 &&
    /^(?:https|mailto):/.test(String(sub))
  );
}
