import { startRawServer, type RawAnswer, type RawRequest } from '@butaca/testing';
import { onTestFinished } from 'vitest';

/**
 * Starts a server for one test to which the page's URL is set, and which answers whatever the test wants.
 *
 * @returns the requests that the server has received so far
 */
export async function answerWith(
  answer: RawAnswer | ((request: RawRequest) => RawAnswer),
): Promise<readonly RawRequest[]> {
  const server = await startRawServer(typeof answer === 'function' ? answer : () => answer);
  jsdom.reconfigure({ url: server.origin });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server.requests;
}
