import { getDemo, removeDemo } from '@butaca/contract';
import type { Actor } from '@butaca/db';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { DemoTargets } from './demo-targets.ts';

export function serveDemo(
  serve: ServeEndpoint<Actor>,
  targets: DemoTargets,
  remove: (targets: DemoTargets, actor: Actor) => Promise<void>,
): void {
  serve(getDemo, async () => {
    const [channels, videos, people] = await Promise.all([
      targets.channels.countDemo(),
      targets.videos.countDemo(),
      targets.accounts.countDemoAccounts(),
    ]);
    return { isPresent: channels + videos + people > 0, channels, videos, accounts: people };
  });
  serve(removeDemo, async (_request, { session }) => {
    await remove(targets, session);
    return { message: 'El catálogo y las cuentas de demostración se han eliminado.' };
  });
}
