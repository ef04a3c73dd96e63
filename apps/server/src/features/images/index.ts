import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { idSchema } from '@butaca/contract';
import { AppError } from '../../platform/http/app-error.ts';

const kinds = ['channel', 'video', 'backdrop', 'chapter'] as const;
export type PictureKind = (typeof kinds)[number];

/** What images need of those who have pictures. */
export interface PictureSource {
  /** The stored address of a picture of an active item. */
  findPicture(kind: PictureKind, id: string): Promise<string | undefined>;
}

const sizes = ['160', '320', '640', '1280'] as const;
const paramsSchema = z.object({ kind: z.enum(kinds), id: idSchema, size: z.enum(sizes) });
/** Pictures of this server itself: `internal:demo/<path>`. They are made for their place and need no resizing. */
const internalForm = /^internal:demo\/([a-z0-9/-]+\.(?:svg|webp))$/;

const mediaTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml; charset=utf-8',
  '.webp': 'image/webp',
};

const sizeOf: Readonly<Record<PictureKind, (typeof sizes)[number]>> = {
  channel: '320',
  video: '320',
  backdrop: '1280',
  chapter: '320',
};

/** Where a viewer gets a picture; `null` when there is none that this server holds. */
export function picturePath(kind: PictureKind, id: string, stored: string | null): string | null {
  return stored !== null && internalForm.test(stored) ? `/api/images/${kind}/${id}/${sizeOf[kind]}` : null;
}

/**
 * Pictures by item, never by address. A drawing is shown in a sandbox without scripts or outside references.
 *
 * @param assetsDir - the demo's drawings
 */
export function imagesFeature(needs: { assetsDir: string; pictures: PictureSource }) {
  return {
    routes(app: FastifyInstance): void {
      app.get('/api/images/:kind/:id/:size', { config: { access: 'anyone' } }, async (request, reply) => {
        const params = paramsSchema.safeParse(request.params);
        if (!params.success) throw new AppError('image.not_found');
        const stored = await needs.pictures.findPicture(params.data.kind, params.data.id);
        const path = stored === undefined ? undefined : internalForm.exec(stored)?.[1];
        if (path === undefined) throw new AppError('image.not_found');
        const picture = await readFile(join(needs.assetsDir, normalize(path)));
        return reply
          .header('content-type', mediaTypes[extname(path)] ?? 'application/octet-stream')
          .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
          .header('cache-control', 'public, max-age=3600')
          .send(picture);
      });
    },
  };
}
