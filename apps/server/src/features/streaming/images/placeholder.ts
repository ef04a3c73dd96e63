import type { ImageKind } from '@butaca/contract';

const shapes: Readonly<Record<Exclude<ImageKind, 'channel'>, { width: number; height: number }>> = {
  video: { width: 400, height: 600 },
  backdrop: { width: 1_280, height: 720 },
  chapter: { width: 640, height: 360 },
};

/**
 * Returns the SVG drawing that is served instead of an unavailable image: a film frame in the proportions of the
 * poster, backdrop or still.
 *
 * @returns `undefined` for channels, whose cards show initials instead of a missing logo
 */
export function drawPlaceholder(kind: ImageKind): string | undefined {
  return kind === 'channel' ? undefined : drawings[kind];
}

const drawings = {
  video: draw(shapes.video),
  backdrop: draw(shapes.backdrop),
  chapter: draw(shapes.chapter),
};

function draw({ width, height }: { width: number; height: number }): string {
  const unit = Math.min(width, height) / 12;
  const frame = `translate(${width / 2} ${height / 2}) scale(${unit})`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    '<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">' +
    '<stop offset="0" stop-color="#23262f"/><stop offset="1" stop-color="#14161c"/></linearGradient></defs>' +
    `<rect width="${width}" height="${height}" fill="url(#g)"/>` +
    `<g transform="${frame}" fill="none" stroke="#4a4f5e" stroke-width=".18" stroke-linejoin="round">` +
    '<rect x="-2" y="-1.5" width="4" height="3" rx=".3"/>' +
    '<path d="M-1.2-1.5v3M1.2-1.5v3M-2-.5h.8M-2 .5h.8M1.2-.5h.8M1.2 .5h.8"/>' +
    '<path d="M-.35-.6L.65 0L-.35 .6Z" fill="#4a4f5e"/></g></svg>'
  );
}
