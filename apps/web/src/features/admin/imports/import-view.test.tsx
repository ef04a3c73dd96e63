import type { ImportDetail } from '@butaca/contract';
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPart } from '../../../../test/open-part.tsx';
import { ImportView } from './import-view.tsx';

const done: ImportDetail = {
  _id: 'i1',
  kind: 'videos',
  fileName: 'lista.m3u',
  options: { categoria: 'pelicula', subcategoria: null, section: null, plans: null },
  status: 'done',
  phase: null,
  size: 1_000,
  done: 1_000,
  entries: 12,
  added: 3,
  updated: 2,
  duplicates: 4,
  skipped: 3,
  movies: 4,
  series: 1,
  channels: 0,
  otherSources: 0,
  otherVersions: 0,
  explanation: null,
  doubtful: 0,
  errorCode: null,
  error: null,
  username: 'ada',
  createdAt: '2026-11-23T12:00:00.000Z',
  finishedAt: '2026-11-23T12:01:00.000Z',
  hasReport: false,
  canUndo: false,
  message: null,
  errors: [],
  errorCount: 0,
  groups: [],
  access: null,
};

const show = (given: Partial<ImportDetail>, more: { isDetailed?: boolean; onLeave?: () => void } = {}) =>
  openPart(<ImportView shown={{ ...done, ...given }} {...more} />, { as: 'ada', at: '/admin?tab=imports' });
const says = (sentence: string | RegExp) => screen.queryByText(sentence) !== null;
const counts = () =>
  Object.fromEntries(
    screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );

afterEach(() => vi.restoreAllMocks());

describe('the result of an import', () => {
  it('shows its message and counts, and links to the videos and the report', async () => {
    const { user, path } = await show({ entries: 12_500 });
    expect(says('Añadidos: 3, omitidos: 9')).toBe(true);
    expect(counts()).toMatchObject({ Entradas: '12.500', Actualizados: '2', Películas: '4', Series: '1' });
    await user.click(screen.getByRole('link', { name: 'Ver informe' }));
    expect(path()).toBe('/admin?tab=imports&id=i1');
    await user.click(screen.getByRole('link', { name: 'Ver VODs' }));
    expect(path()).toBe('/admin?tab=manage_vod');
  });

  it('links to the channels after an import of channels, and counts no films', async () => {
    const { user, path } = await show({ kind: 'channels', message: 'Canales importados.' });
    expect(says('Canales importados.')).toBe(true);
    expect(Object.keys(counts())).not.toContain('Películas');
    await user.click(screen.getByRole('link', { name: 'Ver canales' }));
    expect(path()).toBe('/admin?tab=manage_channels');
  });

  it.each([
    ['failed', 'El servidor se reinició.', 'El servidor se reinició.'],
    ['failed', null, 'La importación no terminó. No se ha cambiado nada.'],
    ['cancelled', null, 'La importación no terminó. No se ha cambiado nada.'],
  ] as const)(
    'shows for the status %s with the error %j the sentence «%s», and no counts',
    async (status, error, sentence) => {
      await show({ status, error });
      expect(says(sentence)).toBe(true);
      expect(screen.queryAllByRole('term')).toEqual([]);
    },
  );

  it('says that the import was undone earlier', async () => {
    await show({ status: 'undone' });
    expect(says('Esta importación se deshizo.')).toBe(true);
  });

  it('offers another upload only after an upload form', async () => {
    const onLeave = vi.fn<() => void>();
    const { user } = await show({}, { onLeave });
    await user.click(screen.getByRole('button', { name: 'Importar otra lista' }));
    expect(onLeave).toHaveBeenCalledOnce();
  });

  it('has no link to the report in the report itself', async () => {
    await show({}, { isDetailed: true });
    expect(screen.queryByRole('link', { name: 'Ver informe' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Importar otra lista' })).toBeNull();
  });
});

describe('the issues of an import', () => {
  const errors = [
    { line: 7, reason: 'Falta la dirección.' },
    { line: 9, reason: 'Falta el título.' },
  ];
  const rows = () =>
    within(screen.getByRole('table', { name: 'Líneas omitidas' }))
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);

  it('are listed by line, announced as a warning and logged to the console', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    await show({ errors, errorCount: 2 });
    expect(rows()).toEqual(['7Falta la dirección.', '9Falta el título.']);
    expect(says('Se encontraron 2 errores durante el procesamiento. Ver consola para detalles.')).toBe(true);
    expect(log).toHaveBeenCalledExactlyOnceWith('Errores de la importación i1', errors);
    screen.getByRole('heading', { name: 'Líneas omitidas' });
  });

  it('show how many further lines are not listed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await show({ errors, errorCount: 12_500 });
    screen.getByRole('heading', { name: 'Líneas omitidas (las primeras 2 de 12.500)' });
  });

  it('of channels are listed without a warning', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    await show({ kind: 'channels', errors, errorCount: 2 });
    expect(rows()).toHaveLength(2);
    expect(says(/Se encontraron/)).toBe(false);
    expect(log).not.toHaveBeenCalled();
  });
});

describe('undoing an import', () => {
  const ask = async (given: Partial<ImportDetail>) => {
    const part = await show({ canUndo: true, ...given });
    await part.user.click(screen.getByRole('button', { name: 'Deshacer' }));
    return { ...part, dialog: await screen.findByRole('alertdialog') };
  };
  const kept = 'Lo que alguien haya editado o actualizado después se conserva.';

  it.each([
    [{ added: 1, updated: 0 }, 'Se eliminará el elemento que añadió «lista.m3u».'],
    [{ added: 12_500, updated: 0 }, 'Se eliminarán los 12.500 elementos que añadió «lista.m3u».'],
    [{ added: 0, updated: 1 }, 'El elemento actualizado recuperará su dirección anterior.'],
    [{ added: 0, updated: 40 }, 'Los 40 elementos actualizados recuperarán su dirección anterior.'],
    [{ added: 0, updated: 0 }, '«lista.m3u» no añadió ni actualizó nada.'],
  ])('with %j asks for confirmation with: «%s»', async (given, sentence) => {
    const { dialog } = await ask(given);
    expect(dialog.textContent).toContain(`${sentence} ${kept}`);
  });

  it('shows why the server refused it', async () => {
    const { user, dialog } = await ask({ _id: 'nadie' });
    await user.click(within(dialog).getByRole('button', { name: 'Deshacer importación' }));
    await screen.findByText('La importación no existe.');
  });
});
