import encodeQr from 'qr';
import { useMemo } from 'react';
import './qr-code.css';

/** The width of the light margin around a QR code, in modules. @see ISO/IEC 18004 */
const marginModules = 4;

/** Draws a text as a QR code, dark on light in every theme, because many readers cannot read it the other way round. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => drawModules(text), [text]);
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}

/** Draws the dark modules of a QR code as one SVG path, one unit for each module. */
function drawModules(text: string): { path: string; size: number } {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: marginModules });
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { path: squares.join(''), size: rows.length };
}
