import { canOpen, liveTvSection, plansForItem } from '@butaca/contract';
import { FakeRefusal } from './fake-server-caller.ts';
import type { FakeAccount, FakeChannel } from './fake-server-memory.ts';

/** Refuses a channel that a person's plan does not open, as the server does. */
export function requireFakePlan(account: FakeAccount, channel: FakeChannel): void {
  if (!canOpen(account, channel.requiresPlan, liveTvSection)) {
    throw new FakeRefusal('plan.required', {
      title: 'Contenido Premium',
      error: 'Acceso denegado',
      message: `Tu plan actual no permite ver ${channel.name}.`,
      currentPlan: account.plan,
      requiredPlans: plansForItem(channel.requiresPlan, liveTvSection),
      upgradeMessage: 'Actualiza tu plan para acceder a todo el contenido premium.',
      trialMessage: 'La prueba gratuita no está disponible en los canales en vivo.',
      trialMinutesRemaining: channel.section === 'Prueba' ? 12 : 0,
      trialUsedToday: channel.section === 'Prueba' ? 3 : 0,
    });
  }
}
