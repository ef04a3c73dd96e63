import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Bundles `packages/bridge` as a script that makes the variable `butacaBridge`: no page can run TypeScript. */
export async function bundleBridge() {
  const input = fileURLToPath(new URL('../../../packages/bridge/src/index.ts', import.meta.url));
  const bundled = await rolldown({ input });
  const { output } = await bundled.generate({ format: 'iife', name: 'butacaBridge' });
  await bundled.close();
  return output[0].code;
}
