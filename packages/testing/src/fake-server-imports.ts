import {
  errorCatalogue,
  importErrorsShown,
  liveTvSection,
  planKeys,
  plansForSection,
  sectionListExtensions,
  videoListExtensions,
  channelListExtensions,
  type ErrorCode,
  type ImportAccess,
  type ImportDetail,
  type ImportGroup,
  type ImportKind,
  type ImportRow,
} from '@butaca/contract';
import {
  FakeAccepted,
  FakeRefusal,
  personOf,
  type FakeCaller,
  type FakeRoutes,
} from './fake-server-caller.ts';
import { makeFakeChannel, type FakeImport, type FakeMemory } from './fake-server-memory.ts';

type ImportRoute =
  | Extract<keyof FakeRoutes, `${string} /api/admin/imports${string}`>
  | 'POST /api/channels/admin/process-m3u'
  | 'POST /api/videos/upload-text'
  | 'POST /api/m3u/bulk-upload';

/**
 * Reads an uploaded M3U file in the fake server: one channel for each `#EXTINF` with a URL, named by its title; an
 * entry without a URL is reported as skipped.
 */
function readFakeRows(memory: FakeMemory, text: string): { rows: ImportRow[]; addresses: string[] } {
  const known = new Set(memory.channels.map(({ url }) => url));
  const rows: ImportRow[] = [];
  const addresses: string[] = [];
  const lines = text.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('#EXTINF')) continue;
    const url = lines[index + 1] ?? '';
    const isGood = url.startsWith('http');
    rows.push({
      line: index + 1,
      title: line.slice(line.lastIndexOf(',') + 1).trim(),
      group: /group-title="([^"]+)"/.exec(line)?.[1] ?? '',
      outcome: !isGood ? 'skipped' : known.has(url) ? 'duplicate' : 'added',
      reason: isGood ? null : 'La entrada no tiene dirección.',
      target: null,
    });
    addresses.push(url);
    known.add(url);
  }
  return { rows, addresses };
}

const total = (rows: readonly ImportRow[], outcome: ImportRow['outcome']): number =>
  rows.filter((row) => row.outcome === outcome).length;

function groupsOf(rows: readonly ImportRow[], kind: ImportKind): ImportGroup[] {
  const names = [...new Set(rows.map(({ group }) => group))];
  return names.map((group) => {
    const own = rows.filter((row) => row.group === group);
    const isLive = kind === 'channels' || (kind === 'mixed' && !/cine|serie/i.test(group));
    const isSeries = !isLive && /serie/i.test(group);
    return {
      group,
      entries: own.length,
      added: total(own, 'added'),
      updated: 0,
      duplicates: total(own, 'duplicate'),
      kind: isLive ? 'live' : isSeries ? 'episode' : 'movie',
      tipo: isLive ? 'canal' : isSeries ? 'serie' : 'pelicula',
      mainSection: isLive || isSeries ? null : 'POR_GENERO',
      subcategoria: isSeries ? 'Netflix' : null,
      section: isLive ? group || 'General' : null,
      isIncluded: true,
      samples: own.slice(0, 3).map(({ title }) => title),
    };
  });
}

function refuseBadFile({ file }: FakeCaller, extensions: readonly string[], codes: [ErrorCode, ErrorCode]) {
  const [missing, wrong] = codes;
  if (file === undefined) throw new FakeRefusal(missing);
  if (!extensions.some((extension) => file.name.toLowerCase().endsWith(extension)))
    throw new FakeRefusal(wrong);
  if (file.name === 'ocupada.m3u') throw new FakeRefusal('import.running');
  if (/^\s*<(!doctype|html)/i.test(file.text)) throw new FakeRefusal('list.html');
  return file;
}

/**
 * Receives an M3U file uploaded to the fake server: the file is imported at once, or its import stays «running» until
 * the test changes it.
 */
function receive(
  caller: FakeCaller,
  file: { name: string; text: string },
  kind: ImportKind,
  status: 'done' | 'preview' = 'done',
): FakeImport {
  const { memory } = caller;
  const { rows, addresses } = readFakeRows(memory, file.text);
  const isLeftRunning = caller.isAsync && file.name === 'lenta.m3u';
  if (status === 'done' && !isLeftRunning && kind === 'channels') addChannels(memory, rows, addresses);
  const errors = rows.flatMap(({ line, reason }) => (reason === null ? [] : { line, reason }));
  const { categoria = null, subcategoria = null, section = null } = caller.form;
  const added = total(rows, 'added');
  const made: FakeImport = {
    _id: `importacion-${memory.imports.length + 1}`,
    kind,
    fileName: file.name,
    options: { categoria, subcategoria, section },
    status: isLeftRunning ? 'running' : status,
    phase: isLeftRunning ? 'reading' : null,
    size: file.text.length,
    done: isLeftRunning ? Math.floor(file.text.length / 2) : file.text.length,
    entries: rows.length,
    added,
    updated: 0,
    duplicates: total(rows, 'duplicate'),
    skipped: errors.length,
    movies: kind === 'channels' ? 0 : added,
    series: 0,
    errorCode: null,
    error: null,
    username: personOf(caller).username,
    createdAt: '2026-10-01T18:00:00.000Z',
    finishedAt: isLeftRunning || status === 'preview' ? null : '2026-10-01T18:00:01.000Z',
    hasReport: !isLeftRunning,
    canUndo: status === 'done' && !isLeftRunning,
    message: `Lista procesada: ${added} añadidos.`,
    errors: errors.slice(0, importErrorsShown),
    errorCount: errors.length,
    groups: status === 'preview' ? groupsOf(rows, kind) : [],
    access: status === 'done' && !isLeftRunning ? accessOf(kind, rows, false) : null,
    rows,
  };
  memory.imports.unshift(made);
  if (caller.isAsync) throw new FakeAccepted({ importId: made._id });
  return made;
}

function addChannels(memory: FakeMemory, rows: readonly ImportRow[], addresses: readonly string[]): void {
  for (const [index, { outcome, title, group }] of rows.entries()) {
    if (outcome !== 'added') continue;
    memory.channels.push(
      makeFakeChannel({ name: title, section: group || 'General', url: addresses[index] ?? '' }),
    );
  }
}

function findImport(memory: FakeMemory, id: string): FakeImport {
  const found = memory.imports.find(({ _id }) => _id === id);
  if (found === undefined) throw new FakeRefusal('import.not_found');
  return found;
}

/** Who may open what the fake server imported: imported channels inherit the rule of live television. */
function accessOf(kind: ImportKind, rows: readonly ImportRow[], isOpened: boolean): ImportAccess {
  const items = rows.filter(({ outcome }) => outcome !== 'skipped').length;
  const plans = kind === 'channels' && !isOpened ? plansForSection(liveTvSection) : planKeys;
  return {
    items,
    plans: planKeys.map((key) => ({ key, open: plans.includes(key) ? items : 0 })),
    openable: plans.length < planKeys.length ? items : 0,
    opened: isOpened ? items : 0,
  };
}

function setOpen(memory: FakeMemory, id: string, isOpened: boolean) {
  const found = findImport(memory, id);
  if (found.access === null) throw new FakeRefusal('import.not_openable');
  const changed = isOpened ? found.access.openable : found.access.opened;
  const titles = new Set(found.rows.map(({ title }) => title));
  for (const channel of memory.channels) {
    if (changed > 0 && titles.has(channel.name)) channel.requiresPlan = isOpened ? [...planKeys] : [];
  }
  if (changed > 0) found.access = accessOf(found.kind, found.rows, isOpened);
  const items = `${changed} ${changed === 1 ? 'elemento' : 'elementos'}`;
  const message = isOpened
    ? `Abierto a todos los planes: ${items}.`
    : `Vuelven a valer los planes de su sección: ${items}.`;
  return { message, changed };
}

const detail = ({ rows: _rows, ...rest }: FakeImport): ImportDetail => rest;

/**
 * The fake server's API routes for imports of M3U files, which are stored in `memory.imports`. Nothing runs in the
 * background: an import has ended when its upload is answered, or keeps its status until a test changes it.
 */
export const importRoutes: Pick<FakeRoutes, ImportRoute> = {
  'POST /api/channels/admin/process-m3u': (_request, caller) => {
    const file = refuseBadFile(caller, channelListExtensions, ['list.missing', 'list.wrong_extension']);
    if (!file.text.includes('#EXTINF')) throw new FakeRefusal('list.empty');
    const { added, updated, duplicates, skipped, errors } = receive(caller, file, 'channels');
    const message = `Lista procesada: ${added} canales añadidos.`;
    return { message, added, updated, duplicates, skipped, errors };
  },
  'POST /api/videos/upload-text': (_request, caller) => {
    const file = refuseBadFile(caller, videoListExtensions, ['list.missing_text', 'list.missing_text']);
    if (!file.text.includes('#EXTINF')) throw new FakeRefusal('list.no_entries');
    const { added, duplicates, skipped, entries, movies, series, errors } = receive(caller, file, 'videos');
    return {
      message: `Lista procesada: ${added} películas añadidas.`,
      added,
      skipped: skipped + duplicates,
      summary: { totalProcessed: entries, movies, series },
      errors,
    };
  },
  'POST /api/m3u/bulk-upload': (_request, caller) => {
    const file = refuseBadFile(caller, sectionListExtensions, ['list.missing_section', 'list.not_m3u']);
    if (!file.text.includes('#EXTINF')) throw new FakeRefusal('list.no_entries');
    const { added, duplicates } = receive(caller, file, 'section');
    return {
      added,
      duplicates,
      message: `Subida exitosa: ${added} elementos añadidos, ${duplicates} duplicados encontrados`,
    };
  },
  'POST /api/admin/imports/preview': (_request, caller) => {
    const file = refuseBadFile(caller, videoListExtensions, ['list.missing_text', 'list.missing_text']);
    if (!file.text.includes('#EXTINF')) throw new FakeRefusal('list.no_entries');
    return detail(receive(caller, file, caller.form['kind'] as ImportKind, 'preview'));
  },
  'POST /api/admin/imports/:id/publish': ({ params: { id }, body }, { memory, isAsync }) => {
    const found = findImport(memory, id);
    if (found.status !== 'preview') throw new FakeRefusal('import.not_preview');
    const left = new Set(
      (body.groups ?? []).filter(({ isIncluded }) => !isIncluded).map(({ group }) => group),
    );
    for (const row of found.rows) {
      if (!left.has(row.group) || row.outcome === 'skipped') continue;
      row.outcome = 'skipped';
      row.reason = 'El grupo se dejó fuera.';
    }
    const added = total(found.rows, 'added');
    Object.assign(found, {
      status: 'done',
      added,
      duplicates: total(found.rows, 'duplicate'),
      skipped: total(found.rows, 'skipped'),
      groups: [],
      canUndo: true,
      access: accessOf(found.kind, found.rows, false),
      finishedAt: '2026-10-01T18:05:00.000Z',
      message: `Lista procesada: ${added} añadidos.`,
    });
    if (isAsync) throw new FakeAccepted({ importId: id });
    return detail(found);
  },
  'POST /api/admin/imports/:id/cancel': ({ params: { id } }, { memory }) => {
    const found = findImport(memory, id);
    if (found.status !== 'running' && found.status !== 'preview') throw new FakeRefusal('import.finished');
    Object.assign(found, {
      status: 'cancelled',
      phase: null,
      finishedAt: '2026-10-01T18:06:00.000Z',
      errorCode: 'import.cancelled',
      error: errorCatalogue['import.cancelled'].sentence,
      hasReport: false,
    });
    return detail(found);
  },
  'POST /api/admin/imports/:id/undo': ({ params: { id } }, { memory }) => {
    if (id === 'averiado') throw new FakeRefusal('server.unavailable');
    const found = findImport(memory, id);
    if (!found.canUndo) throw new FakeRefusal('import.not_undoable');
    Object.assign(found, { status: 'undone', canUndo: false, access: null });
    return {
      message: `Importación deshecha: ${found.added} elementos eliminados.`,
      removed: found.added,
      restored: 0,
      kept: 0,
    };
  },
  'POST /api/admin/imports/:id/open': ({ params: { id } }, { memory }) => setOpen(memory, id, true),
  'POST /api/admin/imports/:id/close': ({ params: { id } }, { memory }) => setOpen(memory, id, false),
  'GET /api/admin/imports': ({ query: { page, limit } }, { memory }) => ({
    imports: memory.imports.slice((page - 1) * limit, page * limit),
    page,
    totalPages: Math.ceil(memory.imports.length / limit),
    total: memory.imports.length,
  }),
  'GET /api/admin/imports/:id': ({ params: { id } }, { memory }) => detail(findImport(memory, id)),
  'GET /api/admin/imports/:id/rows': ({ params: { id }, query: { page, limit, outcome } }, { memory }) => {
    const rows = findImport(memory, id).rows.filter(
      (row) => outcome === undefined || row.outcome === outcome,
    );
    return {
      rows: rows.slice((page - 1) * limit, page * limit),
      page,
      totalPages: Math.ceil(rows.length / limit),
      total: rows.length,
    };
  },
  'GET /api/admin/imports/:id/report.csv': ({ params: { id } }, { memory }) =>
    findImport(memory, id)
      .rows.map(({ line, title, outcome }) => `${line};"${title}";${outcome}\r\n`)
      .join(''),
  'GET /api/admin/imports/:id/events': ({ params: { id } }, { memory }) => detail(findImport(memory, id)),
};
