import type { ImageSubtitle } from '@butaca/contract';

const formNames: Readonly<Record<ImageSubtitle['form'], string>> = {
  pgs: 'PGS, de Blu-ray',
  vobsub: 'VobSub, de DVD',
  dvb: 'DVB, de televisión',
  xsub: 'XSUB, de DivX',
  teletext: 'teletexto',
};

/** Says which subtitles a file or channel has that no browser shows, and what helps; `undefined` without any. */
export function describeImageSubtitles(
  subtitles: readonly ImageSubtitle[],
  owner: 'archivo' | 'canal' = 'archivo',
): string | undefined {
  if (subtitles.length === 0) return undefined;
  const forms = [...new Set(subtitles.map(({ form }) => formNames[form]))];
  const languages = [...new Set(subtitles.flatMap(({ language }) => nameLanguage(language) ?? []))];
  const named = languages.length === 0 ? '' : ` en ${list.format(languages)}`;
  const areImages = !subtitles.some(({ form }) => form === 'teletext');
  return `Este ${owner} trae subtítulos${named} ${areImages ? 'que son imágenes' : 'que no son texto corriente'} (${forms.join('; ')}). Un navegador no puede mostrarlos; reproductores como VLC o mpv, sí.`;
}

const list = new Intl.ListFormat('es', { type: 'conjunction' });

function nameLanguage(tag: string | null): string | undefined {
  if (tag === null) return undefined;
  try {
    return new Intl.DisplayNames(['es'], { type: 'language', fallback: 'none' }).of(tag);
  } catch {
    return undefined;
  }
}
