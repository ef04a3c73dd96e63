import { hash } from 'node:crypto';
import { idSchema } from '@butaca/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Pictures } from './make-picture.ts';
import { pictureKinds, pictureSizes, pictureVersion, readOrigin, type PictureKind } from './picture-path.ts';
import { drawPlaceholder } from './placeholder.ts';

/** What images need of the features whose items have pictures. */
export interface PictureSource {
  /** The stored address of a picture of an active item. */
  findPicture(kind: PictureKind, id: string): Promise<string | undefined>;
}

const paramsSchema = z.object({ kind: z.enum(pictureKinds), id: idSchema, size: z.enum(pictureSizes) });
const querySchema = z.object({ v: z.string().optional().catch(undefined) });

/** A picture whose path names its version: another one comes under another path. */
const versionedCaching = 'public, max-age=86400, immutable';
/** Without its version, or with an older one, a picture is asked for each time whether it is still the same. */
const plainCaching = 'public, no-cache';
const placeholderCaching = 'public, max-age=60';
/** A picture that is opened as a page of its own may run and load nothing. */
const picturePolicy = "default-src 'none'; sandbox";

/** Serves pictures by item, never by address. `<img>` sends no token, so everybody may get the pictures of active items. */
export function serveImages(
  app: FastifyInstance,
  needs: { source: PictureSource; pictures: Pictures },
): void {
  // Before the server waits for its answers.
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

/** @see https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags?.some((tag) => tag === etag || tag === '*') ?? false;
}
