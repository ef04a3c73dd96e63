import type { IncomingHttpHeaders } from 'node:http';

export interface Client {
  /** @param onAnswer - status 0: no answer, or only a part of it */
  send(
    path: string,
    options: { method?: string; body?: object; headers?: Record<string, string>; isRead?: boolean },
    onAnswer: (status: number, text: string, headers: IncomingHttpHeaders) => void,
  ): void;
  close(): void;
}

/** Sends the requests of viewers, each of whom has own connections that stay open, as in a browser. */
export function createClient(origin: string, person: { token: string; deviceId: string }): Client;
