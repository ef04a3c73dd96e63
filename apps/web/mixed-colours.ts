import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const opaque = /^\s*(--[\w-]+): #([\da-f]{2})([\da-f]{2})([\da-f]{2});/gim;
const mixedWithNothing = /color-mix\(in oklab, var\((--[\w-]+)\) ([\d.]+%), transparent\)/g;

/**
 * Replaces mixtures of a fixed colour with `transparent` by that colour with an opacity, which is the same colour:
 * browsers before Chromium 111 and Firefox 113 do not know `color-mix`, and drop every declaration with it.
 *
 * @param tokens - the style sheet with the fixed colours
 */
export function withoutMixtures(css: string, tokens: string): string {
  const colours = new Map(
    [...tokens.matchAll(opaque)].map(([, name = '', ...parts]) => [
      name,
      parts.map((part) => Number.parseInt(part, 16)).join(' '),
    ]),
  );
  return css.replace(mixedWithNothing, (mixture, name: string, share: string) => {
    const colour = colours.get(name);
    return colour === undefined ? mixture : `rgb(${colour} / ${share})`;
  });
}

/** A Vite plugin that does this to every style sheet of the build. */
export function mixedColours(tokensFile: string): Plugin {
  return {
    name: 'mixed-colours',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      async handler(css) {
        return { code: withoutMixtures(css, await readFile(tokensFile, 'utf8')), map: null };
      },
    },
  };
}
