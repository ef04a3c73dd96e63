import { Agent, request } from 'node:http';

const timeoutMs = 30_000;

/**
 * Sends the requests of viewers, each of whom has own connections that stay open, as in a browser.
 *
 * @param {string} origin
 * @param {{ token: string, deviceId: string }} person
 */
export function createClient(origin, { token, deviceId }) {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 2, maxFreeSockets: 1 });
  const own = { authorization: `Bearer ${token}`, 'x-device-id': deviceId };

  /**
   * @param {string} path
   * @param {{ method?: string, body?: object, headers?: Record<string, string>, isRead?: boolean }} options - `isRead`:
   * the answer's text is wanted, and therefore sent uncompressed
   * @param {(status: number, text: string, headers: import('node:http').IncomingHttpHeaders) => void} onAnswer - status
   * 0: no answer, or only a part of it
   */
  function send(path, options, onAnswer, isAgain = false) {
    const { method = 'GET', body, headers = {}, isRead = false } = options;
    const text = body === undefined ? undefined : JSON.stringify(body);
    let isOver = false;
    const finish = (status, answer = '', received = {}) => {
      if (isOver) return;
      isOver = true;
      onAnswer(status, answer, received);
    };
    const sent = request({
      agent,
      hostname,
      port,
      path,
      method,
      timeout: timeoutMs,
      headers: {
        ...own,
        ...(isRead ? {} : { 'accept-encoding': 'gzip, deflate, br' }),
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        }),
        ...headers,
      },
    });
    sent.on('response', (response) => {
      const chunks = [];
      if (isRead) response.on('data', (chunk) => chunks.push(chunk));
      else response.resume();
      response.on('end', () =>
        finish(response.statusCode, Buffer.concat(chunks).toString(), response.headers),
      );
      response.on('error', () => finish(0));
      response.on('close', () => finish(0));
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', (error) => {
      // As browsers do: a server may close an idle connection in the moment in which it is used again.
      const isRaced = sent.reusedSocket && /ECONNRESET|EPIPE/.test(error.code ?? '') && !isAgain && !isOver;
      if (!isRaced) return finish(0);
      isOver = true;
      return send(path, options, onAnswer, true);
    });
    sent.end(text);
  }
  return { send, close: () => agent.destroy() };
}
