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

/** @this {net.Socket} @param {any[]} args */
net.Socket.prototype.connect = function connectToLoopback(...args) {
  // `net.connect` passes its normalized arguments as one array; other callers pass the options themselves.
  const [first] = Array.isArray(args[0]) ? args[0] : args;
  const host =
    first?.path === undefined && typeof first === 'object' ? (first?.host ?? 'localhost') : undefined;
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
