import { hash } from 'node:crypto';
import { idSchema, imageKinds, imageSizes, type ImageKind } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ImageMaker } from './make-image.ts';
import { imageVersion, readOrigin } from './image-path.ts';

/** The functions of the features whose items have images (channels, videos) that the images feature calls. */
export interface ImageSource {
  /** Returns the stored address of the image (logo, poster, backdrop or still) of an active item. */
  findImage(kind: ImageKind, id: string): Promise<string | undefined>;
}

const paramsSchema = z.object({ kind: z.enum(imageKinds), id: idSchema, size: z.enum(imageSizes) });
const querySchema = z.object({ v: z.string().optional().catch(undefined) });

/**
 * `Cache-Control` of an image whose URL contains its current version: browsers need not revalidate the image, because a
 * different image gets a different URL.
 */
const versionedCaching = 'public, max-age=86400, immutable';
/**
 * `Cache-Control` of an image whose URL contains no version or an outdated one: browsers revalidate the image on each
 * use.
 */
const plainCaching = 'public, no-cache';
/**
 * Content security policy of images: an image that is opened as a page of its own may not run scripts or load anything.
 */
const imagePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Serves images by item, never by address. `<img>` sends no session token, so the images of active items are public.
 */
export function serveImages(app: FastifyInstance, needs: { source: ImageSource; images: ImageMaker }): void {
  // When the server closes, image requests that wait are refused first, because closing then waits for open
  // connections.
  app.addHook('preClose', async () => needs.images.stop());
  app.get('/api/images/:kind/:id/:size', { config: { access: 'anyone' } }, async (request, reply) => {
    const params = paramsSchema.safeParse(request.params);
    if (!params.success) throw new AppError('input.invalid');
    const { kind, id, size } = params.data;
    const stored = await needs.source.findImage(kind, id);
    if (stored === undefined || readOrigin(stored) === undefined) throw new AppError('image.not_found');
    const image = await needs.images.find(stored, size);
    // Clients draw an image that is unavailable themselves, because they know the name of what it shows.
    if (image === undefined) throw new AppError('image.not_found');
    reply.header('content-security-policy', imagePolicy);
    const etag = `"${hash('sha256', image, 'base64url').slice(0, 27)}"`;
    const isCurrent = querySchema.parse(request.query).v === imageVersion(stored);
    reply.header('etag', etag).header('cache-control', isCurrent ? versionedCaching : plainCaching);
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply
      .header('content-type', 'image/webp')
      .header('content-disposition', `inline; filename="${kind}-${size}.webp"`)
      .send(image);
  });
}

/**
 * Whether an `If-None-Match` header contains the entity tag of an answer.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match
 */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags?.some((tag) => tag === etag || tag === '*') ?? false;
}
