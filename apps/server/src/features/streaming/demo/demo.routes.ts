import { getDemo, removeDemo } from '@butaca/contract';
import type { Actor } from '@butaca/db';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';

/** What the demo counts of what it brought. */
interface DemoCounts {
  accounts: { countDemoAccounts(): Promise<number> };
  channels: { countDemo(): Promise<number> };
  catalogue: { countDemo(): Promise<number> };
}

/** @param remove - removes the demo for good, but for the actor's account */
export function serveDemo(
  serve: ServeEndpoint<Actor>,
  house: DemoCounts,
  remove: (actor: Actor) => Promise<void>,
): void {
  serve(getDemo, async () => {
    const [channels, videos, people] = await Promise.all([
      house.channels.countDemo(),
      house.catalogue.countDemo(),
      house.accounts.countDemoAccounts(),
    ]);
    return { isPresent: channels + videos + people > 0, channels, videos, accounts: people };
  });
  serve(removeDemo, async (_request, { session }) => {
    await remove(session);
    return { message: 'El catálogo y las cuentas de demostración se han eliminado.' };
  });
}
