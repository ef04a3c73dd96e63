import { z } from 'zod';
import { addressMaxLength, imageAddressMaxLength } from '../shared/constant.ts';
import { planKeys } from '../people/plan.ts';
import { address } from '../shared/text.ts';

/** The URL schemes that a source may have. Browsers play http and https; the other schemes need an external player. */
const playableSchemes = ['http', 'https', 'rtmp', 'rtmps', 'rtsp', 'udp', 'srt', 'mms'] as const;

/** URLs of this server's own media and images. An editor can keep an existing one but cannot enter another. */
const internalForm = z.string().regex(/^internal:(?!.*\.\.)[\w./-]{1,500}$/);

const orInternal = <T extends z.ZodType>(outside: T, error: string) =>
  z.union([internalForm, outside], { error });

/** The source URL of a film, a chapter or a channel. */
export const sourceAddress = z.union([internalForm, address(playableSchemes, addressMaxLength)], {
  error: `Debe ser una dirección completa que empiece por ${playableSchemes.map((scheme) => `${scheme}://`).join(', ')}.`,
});

/** The URL of an image; an empty text means no image. */
export const imageAddress = orInternal(
  z.union([z.literal(''), address(['http', 'https'], imageAddressMaxLength)]),
  'Debe ser una dirección http:// o https://.',
)
  .nullable()
  .transform((value) => (value === '' ? null : value));

export const flag = z.boolean({ error: 'Debe ser true o false.' });

/** The plans that open an item; unknown plan keys are dropped. */
export const planList = z
  .array(z.string(), { error: 'Debe ser una lista de planes.' })
  .max(32, { error: 'Son demasiados planes.' })
  .transform((keys) => planKeys.filter((plan) => keys.includes(plan)));
