import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { idSchema } from '@butaca/contract';
import { AppError } from '../../platform/http/app-error.ts';

/** What images need of channels. */
export interface LogoSource {
  /** The stored logo of an active channel. */
  findLogo(channelId: string): Promise<string | undefined>;
}

const sizes = ['160', '320', '640', '1280'] as const;
const paramsSchema = z.object({ id: idSchema, size: z.enum(sizes) });
/** Pictures of this server itself: `internal:demo/<path>`, vector drawings that need no resizing. */
const internalForm = /^internal:demo\/([a-z0-9/-]+\.svg)$/;

/** Where a viewer gets a channel's logo; `null` when it has none that this server holds. */
export function channelLogoPath(channel: { id: string; logo: string | null }): string | null {
  return channel.logo !== null && internalForm.test(channel.logo)
    ? `/api/images/channel/${channel.id}/320`
    : null;
}

/**
 * Pictures by item, never by address. A drawing is shown in a sandbox without scripts or outside references.
 *
 * @param assetsDir - the demo's drawings
 */
export function imagesFeature(needs: { assetsDir: string; logos: LogoSource }) {
  return {
    routes(app: FastifyInstance): void {
      app.get('/api/images/channel/:id/:size', { config: { access: 'anyone' } }, async (request, reply) => {
        const params = paramsSchema.safeParse(request.params);
        if (!params.success) throw new AppError('image.not_found');
        const logo = await needs.logos.findLogo(params.data.id);
        const path = logo === undefined ? undefined : internalForm.exec(logo)?.[1];
        if (path === undefined) throw new AppError('image.not_found');
        const drawing = await readFile(join(needs.assetsDir, normalize(path)));
        return reply
          .header('content-type', 'image/svg+xml; charset=utf-8')
          .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
          .header('cache-control', 'public, max-age=3600')
          .send(drawing);
      });
    },
  };
}
