import messages from './player-messages.json' with { type: 'json' };
import addresses from './server-addresses.json' with { type: 'json' };

/** Texts that a person may type as the address of a server, each with what becomes of it. */
export const serverAddresses: readonly {
  text: string;
  status: string;
  origin?: string;
  fault?: string;
  confirmedHosts?: string[];
}[] = addresses;

/** A method of a shell, with an example of what it gets and answers. */
export interface MethodExample {
  options: Record<string, unknown>;
  result?: unknown;
  failures?: { error: Record<string, unknown>; failure: string }[];
}

/** The names and shapes of what the page and the shells say to each other. */
export const playerMessages: {
  capacitor: {
    ButacaPlayer: {
      methods: Record<string, MethodExample>;
      events: { name: string; data: unknown; event: unknown }[];
    };
    ButacaShell: {
      methods: Record<string, MethodExample>;
      events: { name: string; data: unknown }[];
      /** Methods that only the page contained in the app may call, which asks for the server's address. */
      addressPage: Record<string, MethodExample>;
    };
  };
  tauri: { commands: Record<string, MethodExample>; events: Record<string, Record<string, unknown>> };
  mpv: { origin: string; allowed: string[]; refused: { why: string; line: string }[] };
} = messages;
