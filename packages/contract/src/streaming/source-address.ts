import { z } from 'zod';
import { addressMaxLength, imageAddressMaxLength } from '../shared/constant.ts';
import { readPlans } from '../people/plan.ts';
import { address } from '../shared/text.ts';

/**
 * The URL schemes that a film's, chapter's or channel's stream may have. Browsers play http and https; the other
 * schemes need an external player.
 */
const playableSchemes = ['http', 'https', 'rtmp', 'rtmps', 'rtsp', 'udp', 'srt', 'mms'] as const;

/**
 * URLs of media and images of this server itself, `internal:<path>`. A video or channel may keep such a URL, but an
 * editor cannot enter a new one.
 */
const internalForm = z.string().regex(/^internal:(?!.*\.\.)[\w./-]{1,500}$/);

const orInternal = <T extends z.ZodType>(outside: T, error: string) =>
  z.union([internalForm, outside], { error });

/** The URL of the stream of a film, a chapter or a channel, on a provider's server or of this server (`internal:…`). */
export const sourceAddress = z.union([internalForm, address(playableSchemes, addressMaxLength)], {
  error: `Debe ser una dirección completa que empiece por ${playableSchemes.map((scheme) => `${scheme}://`).join(', ')}.`,
});

/** The URL of an image in an editor's form; an empty text means no image. */
export const imageAddress = orInternal(
  z.union([z.literal(''), address(['http', 'https'], imageAddressMaxLength)]),
  'Debe ser una dirección http:// o https://.',
)
  .nullable()
  .transform((value) => (value === '' ? null : value));

export const flag = z.boolean({ error: 'Debe ser true o false.' });

/**
 * The list of subscription plans that open a video or channel, as an editor sends it. Older plan names are read as
 * the plans that they mean; unknown plan names are dropped.
 */
export const planList = z
  .array(z.string(), { error: 'Debe ser una lista de planes.' })
  .max(32, { error: 'Son demasiados planes.' })
  .transform(readPlans);
