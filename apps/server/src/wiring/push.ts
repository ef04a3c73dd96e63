import { pushFeature, type Push } from '../features/people/push/index.ts';
import { readInstanceSecret, sealingKeyName } from '../platform/instance-secret.ts';
import type { AppBase } from './app-base.ts';
import type { People } from './people.ts';
import type { Streaming } from './streaming.ts';
import type { Television } from './television.ts';

/** What push services are told where no public address of this server is known; it leads nowhere. */
const unknownContact = 'mailto:operador@butaca.invalid';

/** Creates the feature of notices for closed pages, with every kind of them. */
export async function wirePush(
  { db, clock, log, config, closing }: AppBase,
  { people, streaming, television }: { people: People; streaming: Streaming; television: Television },
): Promise<Push> {
  const { publicUrl } = config;
  return closing.use(
    pushFeature({
      db,
      clock,
      log,
      sealingKey: await readInstanceSecret(db, sealingKeyName),
      contact: publicUrl?.startsWith('https:') === true ? publicUrl : unknownContact,
      post: streaming.gateway.post,
      checkSession: people.devices.check,
      kinds: { reminders: television.guide.reminderNotices },
    }),
  );
}
