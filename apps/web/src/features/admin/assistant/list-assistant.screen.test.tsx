import { makeFakeProvider, type FakeServer } from '@butaca/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp, type OpenedApp } from '../../../../test/open-app.tsx';
import { queryClient } from '../../../platform/query-client.ts';

const address = 'http://tv.example/get.php?username=ana&password=x';
const entry = (group: string, name: string) =>
  `#EXTINF:-1 group-title="${group}",${name}\nhttp://tv.example/${encodeURIComponent(name)}.ts\n`;
const list = `#EXTM3U\n${entry('Noticias', 'Uno')}${entry('Noticias', 'Dos')}${entry('Cine', 'El faro')}`;

const field = () => screen.findByLabelText<HTMLInputElement>('Dirección o datos de tu proveedor');
const check = () => screen.findByRole('button', { name: 'Comprobar' });
const groups = () => screen.findByRole('list', { name: 'Grupos de la lista' });
const file = (name: string) => new File([list], name);

const openAssistant = (prepare?: (server: FakeServer) => void): Promise<OpenedApp> =>
  openApp('/admin?tab=add_list', { as: 'ada', ...(prepare && { prepare }) });

const fileField = () => screen.findByLabelText<HTMLInputElement>('O un archivo de tu equipo');

/** Uploads a list once the field takes files, and waits for its groups. */
async function preview({ user }: OpenedApp): Promise<void> {
  const input = await fileField();
  // A person cannot choose a file while one is being sent.
  await waitFor(() => expect(input.disabled).toBe(false));
  await user.upload(input, file('lista.m3u'));
  await groups();
}

/** Has the page read again what a test has changed on the server. */
const readAgain = () => act(() => queryClient.invalidateQueries());

describe('«Agregar lista»', () => {
  it('says how to mend an address that cannot be one, and sends nothing', async () => {
    const { user, calls } = await openAssistant();
    await user.type(await field(), 'mi lista');
    await user.click(await check());
    await screen.findByText('Ahí no hay ninguna dirección. Debe parecerse a http://servidor/lista.m3u.');
    expect(calls()).not.toContain('POST /api/admin/providers');
  });

  it('takes the address out of the message of a provider that is pasted', async () => {
    const { user } = await openAssistant();
    await user.click(await field());
    await user.paste('Servidor: http://tv.example\nUsuario: ana\nContraseña: x');
    expect((await field()).value).toBe('http://tv.example/player_api.php?username=ana&password=x');
  });

  it('says why a list was refused, and tries the corrected address with the same provider', async () => {
    const { user, server } = await openAssistant((prepared) => {
      prepared.memory.providers = [];
    });
    await user.type(await field(), address);
    await user.click(await check());
    await screen.findByRole('progressbar', { name: 'Comprobando tu lista...' });
    const [provider] = server.memory.providers;
    Object.assign(provider ?? {}, { state: 'failed', errorCode: 'upstream.unauthorized', error: 'No.' });
    await readAgain();
    await screen.findByText(/^El proveedor no acepta la cuenta/);
    expect((await field()).value).toBe(address);
    await user.type(await field(), '2');
    await user.click(await check());
    await screen.findByRole('progressbar', { name: 'Comprobando tu lista...' });
    expect(server.memory.providers).toMatchObject([{ state: 'refreshing' }]);
  });

  it('removes the provider whose list is no longer waited for', async () => {
    const { user, server } = await openAssistant();
    await user.type(await field(), address);
    await user.click(await check());
    await user.click(await screen.findByRole('button', { name: 'Cancelar' }));
    await check();
    expect(server.memory.providers).toMatchObject([{ state: 'removed' }]);
  });

  it('leaves a provider with titles alone when its list is no longer waited for', async () => {
    const { user, server } = await openAssistant((prepared) => {
      const refreshedAt = '2026-11-20T10:00:00.000Z';
      prepared.memory.providers = [
        makeFakeProvider({ _id: 'mio', name: 'Mi proveedor', state: 'refreshing', refreshedAt }),
      ];
    });
    await act(async () => location.replace('#/admin?tab=add_list&proveedor=mio'));
    await user.click(await screen.findByRole('button', { name: 'Cancelar' }));
    await check();
    expect(server.memory.providers).toMatchObject([{ state: 'refreshing' }]);
  });

  describe('a file in place of a list that could not be fetched', () => {
    const openFailed = async (refreshedAt: string | null) => {
      const app = await openAssistant((prepared) => {
        const failed = { state: 'failed', errorCode: 'upstream.gone', error: 'No.' } as const;
        prepared.memory.providers = [makeFakeProvider({ _id: 'mio', name: 'Mío', refreshedAt, ...failed })];
      });
      await act(async () => location.replace('#/admin?tab=add_list&proveedor=mio'));
      await screen.findByText(/^En esa dirección no hay ninguna lista/);
      return app;
    };

    it('leaves the provider until the file is imported', async () => {
      const app = await openFailed(null);
      app.server.failNext('POST /api/admin/imports/preview', 'server.storage_full');
      await app.user.upload(await fileField(), file('lista.m3u'));
      await screen.findByText(/^Espacio insuficiente en el servidor/);
      expect(app.server.memory.providers).toMatchObject([{ state: 'failed' }]);
      await preview(app);
      expect(app.server.memory.providers).toMatchObject([{ state: 'failed' }]);
      await app.user.click(screen.getByRole('button', { name: 'Importar' }));
      await screen.findByRole('button', { name: 'Agregar otra lista' });
      expect(app.server.memory.providers).toMatchObject([{ state: 'removed' }]);
    });

    it('leaves a provider with titles in the catalogue alone', async () => {
      const app = await openFailed('2026-11-20T10:00:00.000Z');
      await preview(app);
      await app.user.click(screen.getByRole('button', { name: 'Importar' }));
      await screen.findByRole('button', { name: 'Agregar otra lista' });
      expect(app.server.memory.providers).toMatchObject([{ state: 'failed' }]);
    });
  });

  it('says when the list of an account is read because its server answers no calls', async () => {
    const app = await openAssistant();
    await preview(app);
    app.server.memory.providers.push(
      makeFakeProvider({
        _id: 'mio',
        name: 'Mío',
        address: 'http://tv.example/get.php?…',
        state: 'decision',
        waitingImportId: app.server.memory.imports[0]?._id ?? '',
      }),
    );
    await act(async () => location.replace('#/admin?tab=add_list&proveedor=mio'));
    await screen.findByText(/^Tu proveedor no responde como cuenta Xtream/);
  });

  it('shows the groups of a list that was fetched', async () => {
    const app = await openAssistant();
    const { server } = app;
    await preview(app);
    const waiting = makeFakeProvider({
      _id: 'mio',
      name: 'Mi proveedor',
      state: 'decision',
      waitingImportId: server.memory.imports[0]?._id ?? '',
    });
    server.memory.providers.push(waiting);
    await act(async () => location.replace('#/admin?tab=add_list&proveedor=mio'));
    const [first, second] = within(await groups()).getAllByRole('listitem');
    expect(first?.textContent).toBe('Noticias2 canalesUno · Dos');
    expect(second?.textContent).toBe('Cine1 películaEl faro');
  });

  it('imports a file without the groups that were left out, and leads to its first channel', async () => {
    const app = await openAssistant();
    const { user, server } = app;
    await preview(app);
    screen.getByRole('heading', { name: '2 canales y 1 película' });
    await user.click(screen.getByLabelText('Cine'));
    await screen.findByText('Vas a importar 2 canales.');
    const row = server.memory.imports[0]?.rows[0];
    const [channel] = server.memory.channels;
    if (row === undefined || channel === undefined) throw new Error('nothing was read');
    row.target = { kind: 'channel', _id: channel._id, name: channel.name };
    await user.click(screen.getByRole('button', { name: 'Importar' }));
    const open = await screen.findByRole('link', { name: 'Abrir el primer canal' });
    expect(open.getAttribute('href')).toBe(`#/watch/channel/${channel._id}`);
    expect(document.activeElement).toBe(open);
    expect(server.memory.imports[0]).toMatchObject({ status: 'done', added: 2, skipped: 1 });
  });

  it('offers the guide of the list behind it, and begins to use it with one click', async () => {
    const app = await openAssistant((prepared) => {
      prepared.memory.guide.offers = [
        {
          _id: 'lista1-mio',
          kind: 'address',
          providerId: 'mio',
          providerName: 'Mi proveedor',
          address: 'http://tv.example/guia.xml',
        },
      ];
    });
    await preview(app);
    const row = app.server.memory.imports[0]?.rows[0];
    const [channel] = app.server.memory.channels;
    if (row === undefined || channel === undefined) throw new Error('nothing was read');
    row.target = { kind: 'channel', _id: channel._id, name: channel.name };
    await app.user.click(screen.getByRole('button', { name: 'Importar' }));
    await app.user.click(await screen.findByRole('button', { name: 'Usar esta guía de Mi proveedor' }));
    const more = await screen.findByRole('link', { name: 'Ver guías' });
    expect(more.getAttribute('href')).toContain('tab=guides');
    expect(app.server.memory.guide.sources).toMatchObject([{ name: 'Mi proveedor', state: 'refreshing' }]);
  });

  it('asks who may see the list before it is imported', async () => {
    const app = await openAssistant();
    await preview(app);
    const question = screen.getByLabelText<HTMLSelectElement>('¿Quién podrá verlos?');
    expect(question.selectedOptions[0]?.text).toBe('Todos (recomendado)');
    await app.user.selectOptions(question, 'Solo algunos planes');
    await app.user.click(screen.getByLabelText('Sports'));
    await app.user.click(screen.getByRole('button', { name: 'Importar' }));
    await screen.findByText(/^Sports y Premium lo incluyen entero\./);
    expect(app.server.memory.imports[0]?.options.plans).toEqual(['sports', 'premium']);
  });

  it('leaves a list open to all plans where nobody chooses', async () => {
    const app = await openAssistant();
    await preview(app);
    await app.user.click(screen.getByRole('button', { name: 'Importar' }));
    await screen.findByText('Todos los planes lo incluyen.');
    expect(app.server.memory.imports[0]?.options.plans).toHaveLength(5);
  });

  it('imports nothing where every group is left out', async () => {
    const app = await openAssistant();
    await preview(app);
    await app.user.click(screen.getByRole('button', { name: 'Dejar fuera todos' }));
    await screen.findByText('Elige al menos un grupo.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Importar' }).disabled).toBe(true);
  });

  it('discards a list, and keeps nothing of it', async () => {
    const app = await openAssistant();
    await preview(app);
    await app.user.click(screen.getByRole('button', { name: 'Descartar' }));
    await field();
    await waitFor(() => expect(app.server.memory.imports[0]?.status).toBe('cancelled'));
  });

  it.each(['lista.zip', 'lista.M3U.GZ', 'lista.w3u', 'userbouquet.cine.tv'])(
    'sends a list of another form: %s',
    async (name) => {
      const { user, calls } = await openAssistant();
      await user.upload(await screen.findByLabelText('O un archivo de tu equipo'), file(name));
      await groups();
      expect(calls()).toContain('POST /api/admin/imports/preview');
    },
  );

  it('refuses a file that is no list', async () => {
    const { user, calls } = await openAssistant();
    const input = await fileField();
    input.accept = '';
    await user.upload(input, file('foto.png'));
    await screen.findByText(/^Ese archivo no es una lista\./);
    expect(calls()).not.toContain('POST /api/admin/imports/preview');
  });
});
