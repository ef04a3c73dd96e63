import {
  fakePassword,
  makeFakeCertificate,
  makeFakeProvider,
  makeFakeProviderServer,
  type FakeServer,
} from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp, type OpenedApp } from '../../../../test/open-app.tsx';

const route = 'GET /api/admin/providers' as const;
const stored = makeFakeProvider({
  _id: 'mio',
  name: 'Mi proveedor',
  items: { sources: 40, films: 2, chapters: 0, series: 0, hidden: 0 },
  change: 'Cambios: 2 añadidos.',
  lastImportId: 'importada',
  maxConnections: 2,
});

const openList = (
  given: readonly object[] = [],
  prepare?: (server: FakeServer) => void,
): Promise<OpenedApp> =>
  openApp('/admin?tab=providers', {
    as: 'ada',
    prepare(server) {
      server.memory.providers = given.map((each) => ({ ...stored, ...each }));
      prepare?.(server);
    },
  });
const table = () => screen.findByRole('table', { name: 'Proveedores' });
const press = async (user: OpenedApp['user'], name: string) =>
  user.click(await within(await table()).findByRole('button', { name }));

describe('«Proveedores»', () => {
  it('says what to do while there are none, and adds one by its address', async () => {
    const { user, server } = await openList();
    await screen.findByRole('heading', { name: 'Todavía no hay proveedores.' });
    await user.click(screen.getByRole('button', { name: 'Agregar proveedor' }));
    const dialog = await screen.findByRole('dialog', { name: 'Agregar proveedor' });
    await user.type(
      within(dialog).getByLabelText('Dirección de la lista'),
      'http://tv.example/get.php?username=ana&password=x',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Agregar' }));
    await screen.findByText('Proveedor agregado. Se está descargando lo que tiene la cuenta.');
    const rows = within(await table()).getAllByRole('row');
    expect(rows[1]?.textContent).toContain('tv.example');
    expect(rows[1]?.textContent).toContain('Actualizando...');
    expect(server.memory.providers).toMatchObject([
      { kind: 'xtream', refreshHours: 24, state: 'refreshing' },
    ]);
  });

  it('adds an Xtream account by a pasted address', async () => {
    const { user, server } = await openList();
    await user.click(await screen.findByRole('button', { name: 'Agregar proveedor' }));
    const dialog = await screen.findByRole('dialog', { name: 'Agregar proveedor' });
    await user.selectOptions(within(dialog).getByLabelText('Qué te dio tu proveedor'), 'Una cuenta Xtream');
    await user.click(within(dialog).getByLabelText('Servidor'));
    await user.paste('http://tv.example:8080/panel/get.php?username=ana&password=s3cr3t0&type=m3u');
    const valueOf = (label: string) => within(dialog).getByLabelText<HTMLInputElement>(label).value;
    expect(['Servidor', 'Usuario', 'Contraseña'].map(valueOf)).toEqual([
      'http://tv.example:8080/panel/',
      'ana',
      's3cr3t0',
    ]);
    await user.click(within(dialog).getByRole('button', { name: 'Agregar' }));
    await screen.findByText('Proveedor agregado. Se está descargando lo que tiene la cuenta.');
    expect(server.memory.providers).toMatchObject([{ kind: 'xtream', state: 'refreshing' }]);
  });

  it('shows what is wrong with an address beside its field', async () => {
    const { user } = await openList();
    await user.click(await screen.findByRole('button', { name: 'Agregar proveedor' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Dirección de la lista'), 'mi lista');
    await user.click(within(dialog).getByRole('button', { name: 'Agregar' }));
    await within(dialog).findByText(/Debe ser una dirección completa que empiece por http:/);
    expect(within(dialog).getByLabelText('Dirección de la lista').getAttribute('aria-invalid')).toBe('true');
  });

  it('shows each with what belongs to it, and leads to what waits for a decision', async () => {
    await openList([{}, { _id: 'otro', name: 'Otro', state: 'decision', waitingImportId: 'previa' }]);
    const [, first, second] = within(await table()).getAllByRole('row');
    expect(first?.textContent).toContain('40 direcciones de canal, 2 películas');
    expect(first?.textContent).toContain('Cambios: 2 añadidos.');
    expect(
      within(second as HTMLElement)
        .getByRole('link', { name: 'Revisar la lista de Otro' })
        .getAttribute('href'),
    ).toContain('tab=imports&id=previa');
  });

  it('shows what is refreshed now, what waits, what comes next, and what failed last', async () => {
    const at = (day: number) => new Date(2026, 10, day, 9, 30).toISOString();
    await openList([
      { refreshedAt: at(3), nextRefreshAt: at(9) },
      { _id: 'b', name: 'Bravo', state: 'refreshing', isQueued: true },
      { _id: 'c', name: 'Charlie', state: 'refreshing', nextRefreshAt: at(1) },
      {
        _id: 'd',
        name: 'Delta',
        state: 'failed',
        triedAt: at(5),
        error: 'El servidor no responde.',
        isPaused: true,
      },
      {
        _id: 'e',
        name: 'Eco',
        kind: 'xtream',
        unreadSeries: 1_200,
        nextRefreshAt: at(8),
        refreshedAt: at(2),
      },
      { _id: 'f', name: 'Archivo', kind: 'file' },
    ]);
    const queue = await screen.findByRole('region', { name: 'Cola de actualizaciones' });
    const lines = within(queue)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(lines).toEqual([
      ['Ahora', 'Charlie'],
      ['En cola', 'Bravo'],
      ['Próxima', 'Eco, 8 nov 2026, 9:30'],
      ['Última', 'Mi proveedor, 3 nov 2026, 9:30'],
      ['Último fallo', 'Delta, 5 nov 2026, 9:30. El servidor no responde.'],
      ['En pausa', 'Delta'],
      ['Capítulos por leer', '1200 series de Eco'],
    ]);
    const rows = within(await table()).getAllByRole('row');
    expect(rows[2]?.textContent).toContain('En cola');
  });

  it('shows no queue while nothing refreshes by itself', async () => {
    await openList([{ kind: 'file' }]);
    await table();
    expect(screen.queryByRole('region', { name: 'Cola de actualizaciones' })).toBeNull();
  });

  it('shows what a provider remembers of previews, and forgets it', async () => {
    const { user, server } = await openList([{}], ({ memory }) => {
      memory.providerRules['mio'] = [
        { _id: 'a', kind: 'form', name: '… (año)', tipo: 'pelicula', isIncluded: true },
        { _id: 'b', kind: 'group', name: 'Radio', tipo: null, isIncluded: false },
      ];
    });
    await press(user, 'Editar Mi proveedor');
    await user.click(await screen.findByText('Lo que recuerda de tus vistas previas: 2 reglas'));
    screen.getByText('Grupo «Radio»: se deja fuera', { selector: 'li > span' });
    await user.click(
      screen.getByRole('button', { name: 'Quitar Todo lo que se parezca a «… (año)»: Película' }),
    );
    await screen.findByText('Lo que recuerda de tus vistas previas: 1 regla');
    expect(server.memory.providerRules['mio']).toMatchObject([{ _id: 'b' }]);
  });

  it('never shows the stored address, and sends only what was changed', async () => {
    const { user, server } = await openList([{}]);
    await press(user, 'Editar Mi proveedor');
    const dialog = await screen.findByRole('dialog', { name: 'Editar Mi proveedor' });
    expect(within(dialog).getByLabelText<HTMLInputElement>('Dirección de la lista').value).toBe('');
    const connections = within(dialog).getByLabelText('Conexiones a la vez');
    await user.clear(connections);
    await user.type(connections, '4');
    await user.click(within(dialog).getByRole('button', { name: 'Guardar' }));
    await screen.findByText('Proveedor guardado.');
    expect(server.seen.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ maxConnections: 4 });
  });

  it('refreshes now, and pauses and resumes', async () => {
    const { user, server } = await openList([{}]);
    await press(user, 'Pausar Mi proveedor');
    await screen.findByText('Actualizaciones en pausa.');
    expect(server.memory.providers[0]?.isPaused).toBe(true);
    await press(user, 'Reanudar Mi proveedor');
    await screen.findByText('Actualizaciones reanudadas.');
    await press(user, 'Actualizar ahora Mi proveedor');
    await screen.findByText('Actualizando la lista...');
    const again = { name: 'Actualizar ahora Mi proveedor' };
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', again).disabled).toBe(true));
  });

  it('reads ahead where somebody wants it, and says how many requests that takes', async () => {
    const { user, server } = await openList([{ backgroundRequests: 3 }]);
    await screen.findByText('Consultas por adelantado en un día: 3 de 24');
    await press(user, 'Leer por adelantado Mi proveedor');
    await screen.findByText('Se leerá todo por adelantado.');
    expect(server.memory.providers[0]?.readsAhead).toBe(true);
    await screen.findByText('Consultas por adelantado en un día: 3 de 2000');
    await press(user, 'Dejar de leer por adelantado Mi proveedor');
    await screen.findByText('Solo se consultará lo que la gente suele abrir.');
  });

  it('tries the address, with one line for each stage', async () => {
    const { user } = await openList([{}]);
    await press(user, 'Probar Mi proveedor');
    const dialog = await screen.findByRole('dialog', { name: 'Probar Mi proveedor' });
    const stages = within(await within(dialog).findByRole('list', { name: 'Etapas' })).getAllByRole(
      'listitem',
    );
    expect(stages.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Nombre del servidorBien/),
      expect.stringMatching(/^ConexiónBien/),
      expect.stringMatching(/^CifradoFalló.*El certificado no es válido/),
      expect.stringMatching(/^ListaSin probar/),
      expect.stringMatching(/^EmisiónSin probar/),
    ]);
  });

  it('shows a certificate that nobody has signed, and allows it with the own password', async () => {
    const { user, server } = await openList([{}], ({ memory }) => {
      memory.providerServers['mio'] = [
        makeFakeProviderServer(),
        makeFakeProviderServer({ origin: 'https://cdn.example', state: 'valid', sentence: 'Está firmado.' }),
      ];
    });
    await press(user, 'Certificados Mi proveedor');
    const dialog = await screen.findByRole('dialog', { name: 'Certificados de Mi proveedor' });
    const label = 'Aceptar el certificado de https://tv.example:8443 aunque no sea válido';
    const accept = await within(dialog).findByRole<HTMLInputElement>('switch', { name: label });
    expect(accept.checked).toBe(false);
    expect(within(dialog).getAllByRole('switch')).toHaveLength(1);
    const [first] = within(dialog).getAllByRole('listitem');
    const fingerprint = makeFakeCertificate('AA').fingerprint;
    expect(first?.textContent).toContain('lo ha firmado el propio servidor');
    expect(first?.textContent).toContain(
      `Huella SHA-256${fingerprint}TitularCN=tv.exampleEmisorCN=tv.exampleValidezdel 1 ene 2026 al 1 ene 2027`,
    );
    await user.click(accept);
    const question = await screen.findByRole('dialog', { name: '¿Aceptar este certificado?' });
    expect(question.textContent).toContain(fingerprint);
    await user.type(within(question).getByLabelText('Tu contraseña'), fakePassword);
    await user.click(within(question).getByRole('button', { name: 'Aceptar certificado' }));
    await screen.findByText('Certificado permitido.');
    expect(server.memory.providerServers['mio']?.[0]?.allowed?.fingerprint).toBe(fingerprint);
    await user.click(await screen.findByRole('switch', { name: label, checked: true }));
    await screen.findByText('Ya no se acepta ese certificado.');
    expect(server.memory.providerServers['mio']?.[0]?.allowed).toBeNull();
  });

  it('shows that a certificate has changed, and allows the new one', async () => {
    const { user, server } = await openList([{}], ({ memory }) => {
      memory.providerServers['mio'] = [
        makeFakeProviderServer({
          state: 'changed',
          sentence: 'El servidor ha cambiado de certificado.',
          presented: makeFakeCertificate('BB'),
          allowed: makeFakeCertificate('AA'),
        }),
      ];
    });
    await press(user, 'Certificados Mi proveedor');
    await screen.findByText('El servidor ha cambiado de certificado.');
    await user.click(screen.getByRole('button', { name: /^Permitir el certificado nuevo/ }));
    const question = await screen.findByRole('dialog', { name: '¿Aceptar este certificado?' });
    await user.type(within(question).getByLabelText('Tu contraseña'), 'otra clave');
    await user.click(within(question).getByRole('button', { name: 'Aceptar certificado' }));
    await within(question).findByText('La contraseña actual no es correcta.');
    await user.clear(within(question).getByLabelText('Tu contraseña'));
    await user.type(within(question).getByLabelText('Tu contraseña'), fakePassword);
    await user.click(within(question).getByRole('button', { name: 'Aceptar certificado' }));
    await screen.findByText('Certificado permitido.');
    const { fingerprint } = makeFakeCertificate('BB');
    expect(server.memory.providerServers['mio']?.[0]?.allowed?.fingerprint).toBe(fingerprint);
  });

  it('says that a provider has no server with TLS, or that its certificates could not be looked at', async () => {
    const { user } = await openList([{}], (server) =>
      server.failNext('GET /api/admin/providers/:id/certificates', 'server.unavailable'),
    );
    await press(user, 'Certificados Mi proveedor');
    const dialog = await screen.findByRole('dialog', { name: 'Certificados de Mi proveedor' });
    await within(dialog).findByText(/El servicio no está disponible/);
    await user.click(within(dialog).getByRole('button', { name: 'Mirar otra vez' }));
    await within(dialog).findByText('Ninguna dirección de este proveedor usa conexión cifrada (https).');
  });

  it('asks before one is removed, and brings it back', async () => {
    const { user } = await openList([{}]);
    await press(user, 'Eliminar Mi proveedor');
    const dialog = await screen.findByRole('alertdialog', { name: '¿Eliminar el proveedor?' });
    expect(dialog.textContent).toContain('40 direcciones de canal, 2 películas');
    await user.click(within(dialog).getByRole('button', { name: 'Eliminar proveedor' }));
    await screen.findByText(/Proveedor eliminado/);
    await press(user, 'Recuperar Mi proveedor');
    await screen.findByText('Proveedor recuperado.');
    await screen.findByRole('button', { name: 'Editar Mi proveedor' });
  });

  it('shows why an act failed', async () => {
    const { user } = await openList([{}], (server) => {
      server.failNext('POST /api/admin/providers/:id/refresh', 'provider.refreshing');
    });
    await press(user, 'Actualizar ahora Mi proveedor');
    await screen.findByText(/ya se está actualizando/);
  });

  it('offers to load the list again when it failed', async () => {
    const { user } = await openList([{}], (server) => {
      for (let call = 0; call < 3; call += 1) server.failNext(route, 'server.unavailable');
    });
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    await table();
  });

  it('offers only certificates for what is added by hand, and nothing for the demo', async () => {
    await openList([
      { _id: 'manual', name: 'Agregado a mano', kind: 'file' },
      { _id: 'demo', name: 'Demostración', kind: 'file' },
    ]);
    const buttons = within(await table()).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Certificados Agregado a mano']);
  });
});
