import {
  errorCatalogue,
  importErrorsShown,
  liveTvSection,
  planKeys,
  plansForSection,
  readPlans,
  sectionListExtensions,
  videoListExtensions,
  channelListExtensions,
  type ErrorCode,
  type ImportAccess,
  type ImportDetail,
  type ImportGroup,
  type ImportKind,
  type ImportRow,
  type PlanKey,
  type ImportType,
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
function readFakeRows(
  memory: FakeMemory,
  text: string,
  kind: ImportKind,
): { rows: ImportRow[]; addresses: string[] } {
  const known = new Set(memory.channels.map(({ url }) => url));
  const rows: ImportRow[] = [];
  const addresses: string[] = [];
  const lines = text.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('#EXTINF')) continue;
    const url = lines[index + 1] ?? '';
    const isGood = url.startsWith('http');
    const title = line.slice(line.lastIndexOf(',') + 1).trim();
    const group = /group-title="([^"]+)"/.exec(line)?.[1] ?? '';
    rows.push({
      position: rows.length + 1,
      line: index + 1,
      title,
      group,
      outcome: !isGood ? 'skipped' : known.has(url) ? 'duplicate' : 'added',
      reason: isGood ? null : 'La entrada no tiene dirección.',
      target: null,
      reading: isGood ? readingOf(title, typeOf(group, kind)) : null,
    });
    addresses.push(url);
    known.add(url);
  }
  return { rows, addresses };
}

function typeOf(group: string, kind: ImportKind): 'canal' | 'pelicula' | 'serie' {
  const isLive = kind === 'channels' || (kind === 'mixed' && !/cine|serie/i.test(group));
  return isLive ? 'canal' : /serie/i.test(group) ? 'serie' : 'pelicula';
}

/** The fake server doubts channels with a year in brackets, and reads `HD` and `Latino` in names. */
const readingOf = (title: string, tipo: ImportType): NonNullable<ImportRow['reading']> => ({
  tipo,
  isChosen: false,
  doubt:
    tipo === 'canal' && /\(\d{4}\)/.test(title) ? 'Queda como canal, aunque su año diría otra cosa.' : null,
  languages: title.includes('Latino') ? ['es-419'] : [],
  quality: title.includes('HD') ? 'HD' : null,
  country: null,
  edition: null,
  isAdult: title.includes('+18'),
  form: /\d/.test(title)
    ? title
        .replace(/[^\d()]+/g, '… ')
        .replace(/\d+/g, '#')
        .trim()
    : null,
});

/** What a report says of an entry that is no preview's: nothing of choices, doubts and forms. */
const reported = (reading: ImportRow['reading']): ImportRow['reading'] =>
  reading && { ...reading, isChosen: false, doubt: null, form: null };

const isDoubtful = ({ reading }: ImportRow): boolean => typeof reading?.doubt === 'string';

const total = (rows: readonly ImportRow[], outcome: ImportRow['outcome']): number =>
  rows.filter((row) => row.outcome === outcome).length;

function groupsOf(rows: readonly ImportRow[], kind: ImportKind): ImportGroup[] {
  const names = [...new Set(rows.map(({ group }) => group))];
  return names.map((group) => {
    const own = rows.filter((row) => row.group === group);
    const tipo = typeOf(group, kind);
    return {
      group,
      entries: own.length,
      added: total(own, 'added'),
      updated: 0,
      duplicates: total(own, 'duplicate'),
      doubtful: own.filter(isDoubtful).length,
      kind: tipo === 'canal' ? 'live' : tipo === 'serie' ? 'episode' : 'movie',
      tipo,
      mainSection: tipo === 'pelicula' ? 'POR_GENERO' : null,
      subcategoria: tipo === 'serie' ? 'Netflix' : null,
      section: tipo === 'canal' ? group || 'General' : null,
      isIncluded: true,
      isAdult: /adulto/i.test(group),
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
  const { rows, addresses } = readFakeRows(memory, file.text, kind);
  const isLeftRunning = caller.isAsync && file.name === 'lenta.m3u';
  const errors = rows.flatMap(({ line, reason }) => (reason === null ? [] : { line, reason }));
  const plans = caller.form['plans'] ? readPlans(caller.form['plans'].split(',')) : null;
  const { categoria = null, subcategoria = null, section = null } = caller.form;
  if (status === 'done' && !isLeftRunning && kind === 'channels')
    addChannels(memory, rows, { addresses, plans });
  const added = total(rows, 'added');
  const made: FakeImport = {
    _id: `importacion-${memory.imports.length + 1}`,
    kind,
    fileName: file.name,
    options: { categoria, subcategoria, section, plans },
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
    channels: kind === 'channels' ? added : 0,
    otherSources: 0,
    otherVersions: 0,
    explanation: `${rows.length} entradas: ${added} elementos.`,
    doubtful: status === 'preview' ? rows.filter(isDoubtful).length : 0,
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
    access: status === 'done' && !isLeftRunning ? accessOf(kind, rows, plans) : null,
    rows: status === 'preview' ? rows : rows.map((row) => ({ ...row, reading: reported(row.reading) })),
  };
  memory.imports.unshift(made);
  if (caller.isAsync) throw new FakeAccepted({ importId: made._id });
  return made;
}

function addChannels(
  memory: FakeMemory,
  rows: readonly ImportRow[],
  { addresses, plans }: { addresses: readonly string[]; plans: PlanKey[] | null },
): void {
  for (const [index, { outcome, title, group }] of rows.entries()) {
    if (outcome !== 'added') continue;
    memory.channels.push(
      makeFakeChannel({
        name: title,
        section: group || 'General',
        url: addresses[index] ?? '',
        requiresPlan: plans ?? [],
      }),
    );
  }
}

function findImport(memory: FakeMemory, id: string): FakeImport {
  const found = memory.imports.find(({ _id }) => _id === id);
  if (found === undefined) throw new FakeRefusal('import.not_found');
  return found;
}

/** Who may open what the fake server imported: imported channels inherit the rule of live television. */
function accessOf(
  kind: ImportKind,
  rows: readonly ImportRow[],
  given: readonly PlanKey[] | null,
): ImportAccess {
  const items = rows.filter(({ outcome }) => outcome !== 'skipped').length;
  const plans = given ?? (kind === 'channels' ? plansForSection(liveTvSection) : planKeys);
  return {
    items,
    plans: planKeys.map((key) => ({ key, open: plans.includes(key) ? items : 0 })),
    openable: given === null && plans.length < planKeys.length ? items : 0,
    opened: given === null ? 0 : items,
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
  if (changed > 0) found.access = accessOf(found.kind, found.rows, isOpened ? planKeys : null);
  const items = `${changed} ${changed === 1 ? 'elemento' : 'elementos'}`;
  const message = isOpened
    ? `Abierto a todos los planes: ${items}.`
    : `Vuelven a valer los planes de su sección: ${items}.`;
  return { message, changed };
}

const detail = ({ rows: _rows, ...rest }: FakeImport): ImportDetail => rest;

/** The state of an import that a client asks for; a preview that is read again is one again after that. */
function showState(memory: FakeMemory, id: string): ImportDetail {
  const found = findImport(memory, id);
  const shown = detail(found);
  if (memory.rereadIds.delete(id)) Object.assign(found, { status: 'preview', phase: null });
  return shown;
}

/**
 * The fake server's API routes for imports of M3U files, which are stored in `memory.imports`. Nothing runs in the
 * background: an import has ended when its upload is answered, or keeps its status until a test changes it; a preview
 * that is read again with choices runs until its state was asked for once.
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
  'PUT /api/admin/imports/:id/choices': ({ params: { id }, body }, { memory, isAsync }) => {
    const found = findImport(memory, id);
    if (found.status !== 'preview') throw new FakeRefusal('import.not_preview');
    for (const { group, isIncluded, tipo } of body.groups ?? []) {
      const chosen = found.groups.find((each) => each.group === group);
      if (chosen === undefined) continue;
      chosen.isIncluded = isIncluded;
      if (tipo === undefined) continue;
      chosen.tipo = tipo;
      chosen.doubtful = 0;
      for (const row of found.rows)
        if (row.group === group && row.reading !== null) Object.assign(row.reading, { tipo, doubt: null });
    }
    for (const { position, tipo, isForAlike } of body.entries ?? []) {
      const form = found.rows.find((each) => each.position === position)?.reading?.form;
      for (const row of found.rows) {
        const isMeant =
          row.position === position || (isForAlike === true && form !== null && row.reading?.form === form);
        if (!isMeant || row.reading === null) continue;
        row.reading =
          tipo === null
            ? readingOf(row.title, typeOf(row.group, found.kind))
            : { ...row.reading, tipo, isChosen: row.position === position, doubt: null };
      }
    }
    for (const each of found.groups)
      each.doubtful = found.rows.filter((row) => row.group === each.group && isDoubtful(row)).length;
    found.doubtful = found.rows.filter(isDoubtful).length;
    if (body.plans !== undefined) found.options.plans = body.plans === null ? null : [...body.plans];
    if (!isAsync) return detail(found);
    Object.assign(found, { status: 'running', phase: 'reading' });
    memory.rereadIds.add(id);
    throw new FakeAccepted({ importId: id });
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
    const { plans = found.options.plans } = body;
    const added = total(found.rows, 'added');
    for (const row of found.rows) row.reading = row.outcome === 'skipped' ? null : reported(row.reading);
    Object.assign(found, {
      status: 'done',
      doubtful: 0,
      added,
      duplicates: total(found.rows, 'duplicate'),
      skipped: total(found.rows, 'skipped'),
      groups: [],
      canUndo: true,
      access: accessOf(found.kind, found.rows, plans),
      options: { ...found.options, plans },
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
  'GET /api/admin/imports/:id': ({ params: { id } }, { memory }) => showState(memory, id),
  'GET /api/admin/imports/:id/rows': (
    { params: { id }, query: { page, limit, outcome, doubtful } },
    { memory },
  ) => {
    const found = findImport(memory, id).rows.filter(
      (row) => (outcome === undefined || row.outcome === outcome) && (!doubtful || isDoubtful(row)),
    );
    const rows = [...found.filter(isDoubtful), ...found.filter((row) => !isDoubtful(row))];
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
  'GET /api/admin/imports/:id/events': ({ params: { id } }, { memory }) => showState(memory, id),
};
