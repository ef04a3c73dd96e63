import type { Readable } from 'node:stream';

const icy = Buffer.from('ICY ');
const http = Buffer.from('HTTP/1.0 ');

/**
 * Makes answers of old SHOUTcast radio servers readable for an HTTP parser. Their status line is `ICY 200 OK`; all that
 * follows is HTTP/1.0. The first four bytes of the connection are compared, and replaced if they are `ICY `; no later
 * byte is changed, because these servers send one answer per connection.
 *
 * @param connection - a connection from which nothing has been received yet; its `push` is replaced
 */
export function readIcyAsHttp(connection: Readable): void {
  const push = connection.push.bind(connection);
  let begun: Buffer = Buffer.alloc(0);
  const decide = (start: Buffer): void => {
    connection.push = push;
    const isIcy = start.subarray(0, icy.length).equals(icy);
    begun = isIcy ? Buffer.concat([http, start.subarray(icy.length)]) : start;
  };
  connection.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    const start = chunk === null ? begun : Buffer.concat([begun, chunk]);
    const isUndecided = start.length < icy.length && icy.subarray(0, start.length).equals(start);
    if (isUndecided && chunk !== null) {
      begun = start;
      return true;
    }
    decide(start);
    if (chunk !== null) return push(begun, encoding);
    if (begun.length > 0) push(begun);
    return push(null);
  };
}
