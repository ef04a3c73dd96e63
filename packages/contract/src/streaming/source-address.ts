import { z } from 'zod';
import { addressMaxLength, imageAddressMaxLength } from '../shared/constant.ts';
import { planKeys } from '../people/plan.ts';
import { address } from '../shared/text.ts';

/** The schemes that a list may name. Browsers play the first two; the others need an external player. */
const playableSchemes = ['http', 'https', 'rtmp', 'rtmps', 'rtsp', 'udp', 'srt', 'mms'] as const;

/** Addresses of this server's own media and pictures. An editor can keep one that is there and cannot enter another. */
const internalForm = z.string().regex(/^internal:(?!.*\.\.)[\w./-]{1,500}$/);

const orInternal = <T extends z.ZodType>(outside: T, error: string) =>
  z.union([internalForm, outside], { error });

/** Where a film, a chapter or a channel comes from. */
export const sourceAddress = z.union([internalForm, address(playableSchemes, addressMaxLength)], {
  error: `Debe ser una dirección completa que empiece por ${playableSchemes.map((scheme) => `${scheme}://`).join(', ')}.`,
});

/** The address of a picture; an empty one is none. */
export const imageAddress = orInternal(
  z.union([z.literal(''), address(['http', 'https'], imageAddressMaxLength)]),
  'Debe ser una dirección http:// o https://.',
)
  .nullable()
  .transform((value) => (value === '' ? null : value));

export const flag = z.boolean({ error: 'Debe ser true o false.' });

/** The plans that open something; unknown keys are left out. */
export const planList = z
  .array(z.string(), { error: 'Debe ser una lista de planes.' })
  .max(32, { error: 'Son demasiados planes.' })
  .transform((keys) => planKeys.filter((plan) => keys.includes(plan)));
