import { FakeRefusal } from './fake-server-caller.ts';

const imageForm =
  /^\/api\/images\/(channel|video|backdrop|chapter)\/([A-Za-z0-9_-]{1,64})\/(160|320|640|1280)$/;

/**
 * Draws a one-coloured image in place of a poster or logo: wide for backdrops and chapters, square for channels, else
 * upright.
 *
 * @throws FakeRefusal `image.not_found` for paths that name no image, and for items whose id contains `sin-imagen`
 */
export function drawFakeImage(pathname: string): string {
  const [, kind = '', id = '', size = ''] = imageForm.exec(pathname) ?? [];
  if (id === '' || id.includes('sin-imagen')) throw new FakeRefusal('image.not_found');
  const width = Number(size);
  const height = Math.round(width * (kind === 'channel' ? 1 : kind === 'video' ? 1.5 : 9 / 16));
  const hue = Array.from(id).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 0);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${hue} 40% 35%)"/></svg>`;
}
