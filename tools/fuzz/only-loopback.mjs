// Loaded into a server that is fuzzed (`node --import`): the server connects to this machine only, whatever addresses the
// generated requests give to it. Another address is refused like one to which there is no route.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const loopback = /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/u;
const { connect } = net.Socket.prototype;
const { lookup } = dns;

/** @param {string} host @param {string} code */
const refusalOf = (host, code) => Object.assign(new Error(`${code} ${host}`), { code });

/**
 * The host that a socket is asked to connect to; undefined for a local socket. `net.connect` passes its normalized arguments as
 * one array; others pass options, or a port and perhaps a host.
 *
 * @param {any[]} args
 */
function hostOf(args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === 'object') return first.path === undefined ? (first.host ?? 'localhost') : undefined;
  if (Number.isNaN(Number(first))) return undefined;
  return typeof second === 'string' ? second : 'localhost';
}

/** @this {net.Socket} @param {any[]} args */
net.Socket.prototype.connect = function connectToLoopback(...args) {
  const host = hostOf(args);
  if (host !== undefined && !loopback.test(host)) {
    process.nextTick(() => this.destroy(refusalOf(host, 'EHOSTUNREACH')));
    return this;
  }
  return Reflect.apply(connect, this, args);
};

dns.lookup = /** @type {any} */ (
  (/** @type {string} */ host, /** @type {any[]} */ ...rest) => {
    if (loopback.test(host)) return Reflect.apply(lookup, dns, [host, ...rest]);
    return process.nextTick(rest.at(-1), refusalOf(host, 'ENOTFOUND'));
  }
);
dns.promises.lookup = async (/** @type {string} */ host) => {
  throw refusalOf(host, 'ENOTFOUND');
};

syncBuiltinESMExports();
