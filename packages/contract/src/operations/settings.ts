import { z } from 'zod';
import { planKeys } from '../people/plan.ts';
import { mostConversionsAtOnce } from '../shared/constant.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { address, text } from '../shared/text.ts';
import { flag } from '../streaming/source-address.ts';
import { encoderStateSchema, videoEncoders } from './encoder.ts';
import { footerAddressMaxLength, footerLinkKeys, footerTextMaxLength } from './footer-link.ts';

const key = z.enum(footerLinkKeys, { error: `Debe ser uno de: ${footerLinkKeys.join(', ')}.` });
const plan = z.enum(planKeys, { error: 'Ese plan no existe.' });

const atOnceFault = {
  error: `Escribe un número entero entre 1 y ${mostConversionsAtOnce}, o déjalo vacío para que decidan los núcleos del servidor.`,
};
const atOnce = z.int(atOnceFault).min(1, atOnceFault).max(mostConversionsAtOnce, atOnceFault).nullable();

const videoEncoder = z
  .enum(videoEncoders, { error: `Debe ser uno de: ${videoEncoders.join(', ')}, o null para el automático.` })
  .nullable();

const footerAddress = z
  .union([z.literal(''), address(['http', 'https'], footerAddressMaxLength)])
  .refine((value) => !/^[^/]*\/\/[^/?#]*@/.test(value), {
    error: 'La dirección no puede llevar usuario ni contraseña: cualquiera podría leerlos.',
  });

/** The target of a footer link: an address, or a text, or neither (two empty texts). */
export const footerTargetSchema = z
  .object({ address: footerAddress, text: text(0, footerTextMaxLength) })
  .refine((target) => target.address === '' || target.text === '', {
    error: 'Elige una dirección o un texto, no ambos.',
    path: ['text'],
  });
export type FooterTarget = z.output<typeof footerTargetSchema>;

const storedTarget = z.object({ address: z.string(), text: z.string() });

/**
 * What administrators decide about the whole product: the plan of new accounts, whether viewers see what is for adults
 * and add to collections, how many conversions run at once and what encodes them, and where the links of the footer lead.
 */
export const settingsSchema = z.object({
  newAccountPlan: z.enum(planKeys),
  /** Whether titles and channels for adults are hidden from all viewers, as inactive ones are. */
  hideAdults: z.boolean(),
  /** Whether viewers may add titles to collections, as administrators do. */
  viewersAddToCollections: z.boolean(),
  /**
   * How many conversions run at once on each server that copy the video (`copiesAtOnce`) and that encode it anew
   * (`encodingsAtOnce`); `null` where the cores of the server decide.
   */
  copiesAtOnce: z.int().nullable(),
  encodingsAtOnce: z.int().nullable(),
  /** How many the cores of the answering server allow. */
  automatic: z.object({ copies: z.int(), encodings: z.int() }),
  /** What encodes video: the processor, or a hardware encoder; `null` for what the product recommends, the processor. */
  videoEncoder: z.enum(videoEncoders).nullable(),
  /** What the answering server knows of the hardware encoders that its system may have. */
  encoders: z.array(encoderStateSchema),
  footer: z.object({ terminos: storedTarget, privacidad: storedTarget, soporte: storedTarget }),
});
export type Settings = z.output<typeof settingsSchema>;

export const getSettings = defineEndpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
  summary: 'The settings of the product.',
  input: {},
  output: settingsSchema,
});

export const updateSettings = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  access: 'admin',
  summary: 'Changes settings of the product; what is left out stays as it is. Answers all of them.',
  maxBodyBytes: 524_288,
  input: {
    body: z
      .object({
        newAccountPlan: plan.optional(),
        hideAdults: flag.optional(),
        viewersAddToCollections: flag.optional(),
        copiesAtOnce: atOnce.optional(),
        encodingsAtOnce: atOnce.optional(),
        videoEncoder: videoEncoder.optional(),
        footer: z
          .object({
            terminos: footerTargetSchema.optional(),
            privacidad: footerTargetSchema.optional(),
            soporte: footerTargetSchema.optional(),
          })
          .optional(),
      })
      .refine((body) => Object.values(body).some((value) => value !== undefined), {
        error:
          'Indica newAccountPlan, hideAdults, viewersAddToCollections, copiesAtOnce, encodingsAtOnce, videoEncoder o footer.',
        path: ['newAccountPlan'],
      }),
  },
  output: settingsSchema,
});

/** A footer link that has a target: `address` is `null` where the product shows a text on a page of its own. */
export const footerLinkSchema = z.object({ key: z.enum(footerLinkKeys), address: z.string().nullable() });
export type FooterLink = z.output<typeof footerLinkSchema>;

export const listFooterLinks = defineEndpoint({
  method: 'GET',
  path: '/api/footer-links',
  access: 'anyone',
  summary: 'The links of the footer that have a target, in their order.',
  input: {},
  output: z.object({ links: z.array(footerLinkSchema) }),
});

export const getFooterText = defineEndpoint({
  method: 'GET',
  path: '/api/footer-links/:key',
  access: 'anyone',
  summary: 'The text of a footer link that has one.',
  input: { params: z.object({ key }) },
  output: z.object({ key: z.enum(footerLinkKeys), text: z.string() }),
  errors: ['footerlink.not_found'],
});
