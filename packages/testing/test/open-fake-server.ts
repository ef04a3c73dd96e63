import type { Endpoint, EndpointAnswer } from '@butaca/contract';
import { onTestFinished } from 'vitest';
import { startFakeServer, type FakeServer } from '../src/fake-server.ts';

const device = 'a'.repeat(32);

export interface OpenedFake {
  server: FakeServer;
  /** @param as - the user who is signed in, one with premium by default; `null` is a visitor */
  call(request: string, as?: string | null, body?: unknown): Promise<{ status: number; body: unknown }>;
  /** The answer of an endpoint without parameters in its path. */
  ask<E extends Endpoint>(endpoint: E, query?: string, as?: string | null): Promise<EndpointAnswer<E>>;
}

/** A fake server for one test, and functions to call it. */
export async function openFakeServer(): Promise<OpenedFake> {
  const server = await startFakeServer();
  onTestFinished(() => server[Symbol.asyncDispose]());

  const call: OpenedFake['call'] = async (request, as = 'valentina', body) => {
    const [method = 'GET', path = ''] = request.split(' ');
    const headers: Record<string, string> = { 'x-device-id': device };
    if (as !== null) headers['authorization'] = `Bearer ${server.signIn(as, device)}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const response = await fetch(server.origin + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };

  return {
    server,
    call,
    async ask({ method, path, output }, query = '', as) {
      const { body } = await call(`${method} ${path}?${query}`, as);
      return output.parse(body) as never;
    },
  };
}
