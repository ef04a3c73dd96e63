import { makeFakeChannel, type FakeServer } from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openAdminTab } from '../../../../test/open-admin-tab.tsx';
import { openApp } from '../../../../test/open-app.tsx';

const openEditor = (query = '', prepare?: (server: FakeServer) => void) =>
  openAdminTab(`/admin?tab=add_channel${query}`, prepare);

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const write = async (user: UserEvent, name: string, text: string) => {
  const input = await field(name);
  await user.clear(input);
  await user.click(input);
  await user.paste(text);
};
const press = async (user: UserEvent, name: string) =>
  user.click(await screen.findByRole('button', { name }));
const addresses = () =>
  screen.getAllByRole<HTMLInputElement>('textbox', { name: /^URL/ }).map(({ value }) => value);

describe('a new channel', () => {
  it.each([
    ['a name', '', 'https://a.example/1.m3u8', '', 'El nombre es obligatorio.'],
    ['an address', 'Señal', '', '', 'La URL es obligatoria.'],
    ['a whole address', 'Señal', 'a.example', '', 'La URL no es válida.'],
    [
      'a whole address of its logo',
      'Señal',
      'https://a.example/1.m3u8',
      'logo.png',
      'La URL del logo no es válida.',
    ],
  ])('requires %s', async (_what, name, url, logo, sentence) => {
    const { user, calls } = await openEditor();
    if (name !== '') await write(user, 'Nombre', name);
    if (url !== '') await write(user, 'URL', url);
    if (logo !== '') await write(user, 'Logo', logo);
    await press(user, 'Guardar');
    expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);
    expect(calls().filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it('is saved with its addresses in their order, and the editor returns to the list', async () => {
    const { user, server, path } = await openEditor();
    await write(user, 'Nombre', 'Señal');
    await write(user, 'URL', 'https://a.example/1.m3u8');
    await press(user, 'Agregar dirección');
    await write(user, 'URL 2', 'https://b.example/2.m3u8');
    await press(user, 'Subir la dirección 2');
    await press(user, 'Más datos de la dirección 1');
    await write(user, 'User-Agent', 'VLC/3');
    await write(user, 'Cookie', 'clave=1; plan=oro');
    await write(user, 'Origin', 'https://portal.example');
    await press(user, 'Guardar');
    await screen.findByText('Canal «Señal» creado.');
    await screen.findByRole('table', { name: 'Canales' });
    expect(path()).toBe('/admin?tab=manage_channels');
    expect(server.seen.find(({ call }) => call === 'POST /api/channels/admin')?.body).toMatchObject({
      name: 'Señal',
      section: 'General',
      active: true,
      isPubliclyVisible: true,
      sources: [
        {
          url: 'https://b.example/2.m3u8',
          userAgent: 'VLC/3',
          referrer: null,
          cookie: 'clave=1; plan=oro',
          origin: 'https://portal.example',
        },
        {
          url: 'https://a.example/1.m3u8',
          userAgent: null,
          referrer: null,
          cookie: null,
          origin: null,
        },
      ],
    });
  });

  it('stays as it was typed when saving fails, and the reason is shown', async () => {
    const { user, server } = await openEditor();
    await write(user, 'Nombre', 'Señal');
    await write(user, 'URL', 'https://a.example/repetida.m3u8');
    await press(user, 'Guardar');
    await screen.findByText('Ya existe un canal con esa dirección.');
    server.dropNext('POST /api/channels/admin');
    await press(user, 'Guardar');
    await screen.findByText('Error al guardar canal.');
    expect((await field('Nombre')).value).toBe('Señal');
    await press(user, 'Cancelar');
    expect((await field('Nombre')).value).toBe('');
  });
});

describe('editing a channel', () => {
  it('shows placeholder rows, then all fields, and sends only the changed ones', async () => {
    let release = (): void => undefined;
    const { user, server } = await openEditor('&id=musa', (fake) => {
      ({ release } = fake.holdNext('GET /api/channels/id/:id?view=admin'));
    });
    await screen.findByText('Cargando canal...', { selector: 'output' });
    release();
    expect((await field('Nombre')).value).toBe('Musa');
    expect(addresses()).toEqual(['https://emision.example/musa/index.m3u8']);
    await user.click(screen.getByRole('switch', { name: 'Activo' }));
    await press(user, 'Guardar');
    await screen.findByText('Canal «Musa» actualizado.');
    expect(server.seen.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
      revision: expect.any(String),
      active: false,
    });
  });

  it('shows from where it has its guide, and changes that without saving the form', async () => {
    const { user, server } = await openEditor('&id=musa', ({ memory }) => {
      memory.guide.channels = [
        { sourceId: 'g1', sourceName: 'Mi guía', guideId: 'Musa.es', names: ['Musa España'] },
      ];
    });
    const guide = within(await screen.findByRole('region', { name: 'Guía de programación' }));
    guide.getByText('Ninguna guía tiene un canal parecido');
    await user.click(guide.getByRole('button', { name: 'Cambiar guía' }));
    await user.click(await screen.findByRole('button', { name: 'Elegir Musa España' }));
    await guide.findByText('España · Musa.es · en «Mi guía» · Lo eligió ada');
    expect(server.memory.guide.matches[0]?.decision).toMatchObject({ guideId: 'Musa.es' });
    expect(server.seen.filter(({ call }) => call.startsWith('PUT /api/channels'))).toEqual([]);
  });

  it('shows and changes its country, and the languages and quality of an address', async () => {
    const { user, server } = await openEditor('&id=musa', ({ memory }) => {
      const musa = memory.channels.find(({ _id }) => _id === 'musa');
      if (musa === undefined) throw new Error('no channel');
      const headers = { userAgent: null, referrer: null, cookie: null, origin: null };
      const source = { ...headers, streamKind: 'hls' as const, isPlayable: true, languages: ['es-419'] };
      Object.assign(musa, {
        sources: [{ ...source, _id: 'uno', url: 'https://a.example/1', quality: 'HD' }],
      });
    });
    await screen.findByText('Latino · HD');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'País' }), 'México');
    await press(user, 'Más datos de la dirección 1');
    await press(user, 'Quitar Latino de la dirección 1');
    const add = await screen.findByRole('combobox', { name: 'Agregar un idioma a la dirección 1' });
    await user.selectOptions(add, 'Castellano');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Calidad de la dirección 1' }), '4K');
    screen.getByText('Castellano · 4K');
    await press(user, 'Guardar');
    await screen.findByText('Canal «Musa» actualizado.');
    expect(server.seen.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({
      country: 'mx',
      sources: [{ _id: 'uno', languages: ['es-ES'], quality: '4K' }],
    });
  });

  it('shows which address is unstable, and why it failed last', async () => {
    await openEditor('&id=musa', ({ memory }) => {
      memory.sourceReports = [{ _id: 'musa-1', verdict: 'connections', agoSeconds: 400, isUnstable: true }];
    });
    expect((await screen.findByText('Inestable')).closest('p')?.textContent).toBe(
      'InestableÚltimo fallo, hace 6 minutos: La cuenta del proveedor ya tiene todas sus conexiones en uso (458 o 509).',
    );
  });

  it('removes an address, but never the last one', async () => {
    const headers = { userAgent: null, referrer: null, cookie: null, origin: null };
    const source = { ...headers, streamKind: 'hls' as const, isPlayable: true, languages: [], quality: null };
    const { user, server } = await openEditor('&id=doble', ({ memory }) => {
      memory.channels = [
        makeFakeChannel({
          name: 'Doble',
          sources: [
            { ...source, _id: 'uno', url: 'https://a.example/1' },
            { ...source, _id: 'dos', url: 'https://a.example/2' },
          ],
        }),
      ];
    });
    await press(user, 'Quitar la dirección 1');
    expect(addresses()).toEqual(['https://a.example/2']);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Quitar la dirección 1' }).disabled).toBe(
      true,
    );
    await press(user, 'Guardar');
    await screen.findByText('Canal «Doble» actualizado.');
    expect(server.memory.channels[0]?.sources?.map(({ _id }) => _id)).toEqual(['dos']);
  });

  it('reloads the channel when somebody else changed it meanwhile, instead of overwriting it', async () => {
    const { user, server } = await openEditor('&id=musa');
    await write(user, 'Nombre', 'La mía');
    const channel = server.memory.channels.find(({ _id }) => _id === 'musa');
    if (channel === undefined) throw new Error('no channel');
    channel.name = 'De otra persona';
    await press(user, 'Guardar');
    await screen.findByText('Algo cambió mientras tanto. Recarga la página y vuelve a intentarlo.');
    await press(user, 'Cargar de nuevo');
    await waitFor(async () => expect((await field('Nombre')).value).toBe('De otra persona'));
    expect(screen.queryByRole('button', { name: 'Cargar de nuevo' })).toBeNull();
  });

  it('says that the channel does not exist', async () => {
    await openEditor('&id=nadie');
    await screen.findByText('El canal no existe o ya no está disponible.');
  });

  it('opens from the list, returns to it, and asks before unsaved changes are lost', async () => {
    const { user, path } = await openApp('/admin?tab=manage_channels&buscar=musa', { as: 'ada' });
    await user.click(await screen.findByRole('link', { name: 'Editar Musa' }));
    await write(user, 'Nombre', 'Musas');
    await press(user, 'Cancelar');
    const dialog = await screen.findByRole('alertdialog', { name: '¿Salir sin guardar?' });
    await user.click(within(dialog).getByRole('button', { name: 'Salir sin guardar' }));
    await waitFor(() => expect(path()).toBe('/admin?tab=manage_channels&buscar=musa'));
  });
});
