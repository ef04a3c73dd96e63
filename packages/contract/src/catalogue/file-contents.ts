import { z } from 'zod';
import { defineEndpoint } from '../shared/endpoint.ts';
import { imageSubtitleSchema } from '../streaming/image-subtitle.ts';
import { idSchema } from '../shared/text.ts';

/** How many scenes of a file are read; the rest has no place on the time bar of a player. */
export const sceneLimit = 200;

/** What the file of a film or chapter contains besides picture and sound, as far as the server knows. */
export const fileContentsSchema = z.object({
  /** The places that the file names, in order, by their seconds from its beginning; the title may be empty. */
  scenes: z.array(z.object({ startSeconds: z.number(), title: z.string() })),
  /** Its subtitles that are images, which a browser does not show; `language` is a tag such as `spa`. */
  imageSubtitles: z.array(imageSubtitleSchema),
});
export type FileContents = z.output<typeof fileContentsSchema>;

export const getFileContents = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:id/contents',
  access: 'user',
  summary:
    'The scenes and the image subtitles in the file of a film or chapter; empty until the file was inspected.',
  input: { params: z.object({ id: idSchema }), query: z.object({ chapter: idSchema.optional() }) },
  output: fileContentsSchema,
  errors: ['video.not_found'],
});
