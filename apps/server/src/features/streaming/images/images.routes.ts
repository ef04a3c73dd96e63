import { hash } from 'node:crypto';
import { idSchema } from '@butaca/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Pictures } from './make-picture.ts';
import { pictureKinds, pictureSizes, pictureVersion, readOrigin, type PictureKind } from './picture-path.ts';
import { drawPlaceholder } from './placeholder.ts';

/** What the images feature needs of the features whose items have images. */
export interface PictureSource {
  /** The stored address of the image of an active item. */
  findPicture(kind: PictureKind, id: string): Promise<string | undefined>;
}

const paramsSchema = z.object({ kind: z.enum(pictureKinds), id: idSchema, size: z.enum(pictureSizes) });
const querySchema = z.object({ v: z.string().optional().catch(undefined) });

/** Caching of an image whose URL contains its current version: a different image gets a different URL. */
const versionedCaching = 'public, max-age=86400, immutable';
/** Caching of an image whose URL contains no version or an outdated one: browsers revalidate it on each use. */
const plainCaching = 'public, no-cache';
const placeholderCaching = 'public, max-age=60';
/** An image that is opened as a page of its own may not run scripts or load anything. */
const picturePolicy = "default-src 'none'; sandbox";

/**
 * Serves images by item, never by address. `<img>` sends no session token, so the images of active items are public.
 */
export function serveImages(
  app: FastifyInstance,
  needs: { source: PictureSource; pictures: Pictures },
): void {
  // Waiting requests are refused before the server waits for its open connections.
  app.addHook('preClose', async () => needs.pictures.stop());
  app.get('/api/images/:kind/:id/:size', { config: { access: 'anyone' } }, async (request, reply) => {
    const params = paramsSchema.safeParse(request.params);
    if (!params.success) throw new AppError('input.invalid');
    const { kind, id, size } = params.data;
    const stored = await needs.source.findPicture(kind, id);
    if (stored === undefined || readOrigin(stored) === undefined) throw new AppError('image.not_found');
    const picture = await needs.pictures.find(stored, size);
    reply.header('content-security-policy', picturePolicy);
    if (picture === undefined) return sendPlaceholder(kind, reply);
    const etag = `"${hash('sha256', picture, 'base64url').slice(0, 27)}"`;
    const isCurrent = querySchema.parse(request.query).v === pictureVersion(stored);
    reply.header('etag', etag).header('cache-control', isCurrent ? versionedCaching : plainCaching);
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply
      .header('content-type', 'image/webp')
      .header('content-disposition', `inline; filename="${kind}-${size}.webp"`)
      .send(picture);
  });
}

function sendPlaceholder(kind: PictureKind, reply: FastifyReply): FastifyReply {
  const drawing = drawPlaceholder(kind);
  if (drawing === undefined) throw new AppError('image.not_found');
  return reply
    .header('content-type', 'image/svg+xml; charset=utf-8')
    .header('cache-control', placeholderCaching)
    .send(drawing);
}

/**
 * Whether an `If-None-Match` header contains the entity tag.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match
 */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags?.some((tag) => tag === etag || tag === '*') ?? false;
}
