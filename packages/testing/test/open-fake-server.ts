import type { Endpoint, EndpointAnswer } from '@butaca/contract';
import { onTestFinished } from 'vitest';
import { startFakeServer, type FakeServer } from '../src/fake-server.ts';

const device = 'a'.repeat(32);

export interface OpenedFake {
  server: FakeServer;
  /**
   * Calls a path of the fake server's API.
   *
   * @param as - the user who calls, by default one with the plan premium; `null` for a visitor
   */
  call(request: string, as?: string | null, body?: unknown): Promise<{ status: number; body: unknown }>;
  /** Calls an API endpoint of the fake server that has no path parameters, and returns its validated answer. */
  ask<E extends Endpoint>(endpoint: E, query?: string, as?: string | null): Promise<EndpointAnswer<E>>;
}

/** Starts a fake server for one test, with functions to call its API. */
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
