/** How mpv is installed on each system, by a pattern of the user agent; the last one is for all other systems. */
const installations: readonly [system: RegExp, sentence: string][] = [
  [
    /Windows/,
    'Para instalar mpv en Windows, descárgalo de mpv.io/installation, descomprímelo y añade su carpeta a la variable de entorno PATH.',
  ],
  [
    /Mac OS X|Macintosh/,
    'Para instalar mpv en macOS, escribe en un terminal «brew install mpv» (con Homebrew).',
  ],
  [
    /(?:)/,
    'Para instalar mpv en Linux, usa el gestor de paquetes: «sudo apt install mpv» en Debian y Ubuntu, «sudo dnf install mpv» en Fedora, «sudo pacman -S mpv» en Arch.',
  ],
];

/** The sentence that says how to install mpv on the system of a user agent. */
export const installationOf = (userAgent: string): string =>
  installations.find(([system]) => system.test(userAgent))?.[1] ?? '';
