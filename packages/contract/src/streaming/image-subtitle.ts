import { z } from 'zod';

/** The forms of subtitles that are images, and teletext, whose pages browsers do not decode. */
export const imageSubtitleForms = ['pgs', 'vobsub', 'dvb', 'xsub', 'teletext'] as const;
export type ImageSubtitleForm = (typeof imageSubtitleForms)[number];

/** Subtitles that a browser does not show; `language` is a tag such as `spa`. */
export const imageSubtitleSchema = z.object({
  form: z.enum(imageSubtitleForms),
  language: z.string().nullable(),
});
export type ImageSubtitle = z.output<typeof imageSubtitleSchema>;
