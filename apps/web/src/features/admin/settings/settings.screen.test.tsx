import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../../test/open-app.tsx';

const open = (prepare?: Parameters<typeof openApp>[1]) =>
  openApp('/admin?tab=settings', { as: 'ada', ...prepare });
const part = async (name: string) => within(await screen.findByRole('form', { name }));

describe('«Ajustes»', () => {
  it('sets the plan of new accounts, which «Crear usuario» then preselects', async () => {
    const { user, server, go } = await open();
    const accounts = await part('Cuentas nuevas');
    const plan = accounts.getByRole<HTMLSelectElement>('combobox', { name: 'Plan de las cuentas nuevas' });
    expect(plan.value).toBe('gplay');
    expect(accounts.getByRole<HTMLButtonElement>('button', { name: 'Guardar plan' }).disabled).toBe(true);
    await user.selectOptions(plan, 'Sports');
    await user.click(accounts.getByRole('button', { name: 'Guardar plan' }));
    await screen.findByText('Ajustes guardados.');
    expect(server.memory.settings.newAccountPlan).toBe('sports');
    await go('/admin?tab=manage_users');
    await user.click(await screen.findByRole('button', { name: 'Crear usuario' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Crear usuario' }));
    await waitFor(() =>
      expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Plan' }).value).toBe('sports'),
    );
    await user.type(dialog.getByRole('textbox', { name: 'Usuario' }), 'nueva');
    await user.click(dialog.getByRole('button', { name: 'Crear usuario' }));
    await screen.findByRole('dialog', { name: 'Usuario creado' });
    expect(server.memory.accounts.get('nueva')?.plan).toBe('sports');
  });

  it('hides what is for adults, and pages that were open before ask for their lists again', async () => {
    const { user, server, go } = await open();
    await go('/');
    await waitFor(() => expect(countHomes()).toBe(1));
    await go('/admin?tab=settings');
    const adults = await part('Contenido para adultos');
    await user.click(adults.getByRole('checkbox', { name: 'Ocultar el contenido para adultos' }));
    await user.click(adults.getByRole('button', { name: 'Guardar contenido para adultos' }));
    await screen.findByText('Ajustes guardados.');
    expect(server.memory.settings).toMatchObject({ hideAdults: true, newAccountPlan: 'gplay' });
    await go('/');
    await waitFor(() => expect(countHomes()).toBe(2));

    function countHomes(): number {
      return server.seen.filter(({ call }) => call === 'GET /api/home').length;
    }
  });

  it('leaves additions to collections to administrators', async () => {
    const { user, server } = await open();
    const collections = await part('Colecciones');
    const mayAdd = collections.getByRole<HTMLInputElement>('checkbox', {
      name: 'Los usuarios pueden agregar títulos a las colecciones',
    });
    expect(mayAdd.checked).toBe(true);
    await user.click(mayAdd);
    await user.click(collections.getByRole('button', { name: 'Guardar colecciones' }));
    await screen.findByText('Ajustes guardados.');
    expect(server.memory.settings).toMatchObject({ viewersAddToCollections: false, hideAdults: false });
  });

  it('sets how many conversions run at once; an empty field leaves it to the cores of the server', async () => {
    const { user, server } = await open();
    const encodings = async () =>
      (await part('Conversiones')).getByRole<HTMLInputElement>('textbox', {
        name: 'Recodificaciones a la vez',
      });
    const save = async () => {
      await user.click((await part('Conversiones')).getByRole('button', { name: 'Guardar conversiones' }));
    };
    expect([(await encodings()).value, (await encodings()).placeholder]).toEqual(['', 'Automático: 1']);
    await user.type(await encodings(), '4');
    await save();
    await waitFor(() =>
      expect(server.memory.settings).toMatchObject({ encodingsAtOnce: 4, copiesAtOnce: null }),
    );
    // The form begins anew with what was saved, once the answer is there.
    await waitFor(async () =>
      expect(
        (await part('Conversiones')).getByRole('button', { name: 'Guardar conversiones' }),
      ).toHaveProperty('disabled', true),
    );
    await user.clear(await encodings());
    await save();
    await waitFor(() => expect(server.memory.settings.encodingsAtOnce).toBeNull());
  });

  it.each(['0', 'dos', '501'])('says beside the field that %s is no number of conversions', async (typed) => {
    const { user, server } = await open();
    const conversions = await part('Conversiones');
    await user.type(conversions.getByRole('textbox', { name: 'Copias a la vez' }), typed);
    await user.click(conversions.getByRole('button', { name: 'Guardar conversiones' }));
    await conversions.findByText(/Escribe un número entero entre 1 y 500, o déjalo vacío/);
    expect(server.memory.settings.copiesAtOnce).toBeNull();
  });

  it('chooses among the encoders that the server has found, and says why one is refused', async () => {
    const since = '2026-11-21T08:00:00.000Z';
    const { user, server } = await open({
      prepare: ({ memory }) => {
        memory.settings.encoders = [
          { kind: 'vaapi', state: 'found', fault: null, since },
          { kind: 'nvenc', state: 'missing', fault: 'no_device', since },
        ];
      },
    });
    const form = await part('Codificador de video');
    const encoder = form.getByRole<HTMLSelectElement>('combobox', { name: 'Codificar con' });
    expect([...encoder.options].map(({ label, selected }) => [label, selected])).toEqual([
      ['Automático (recomendado: el procesador)', true],
      ['Por programa, con el procesador', false],
      ['VAAPI (Intel, AMD)', false],
    ]);
    await user.selectOptions(encoder, 'VAAPI (Intel, AMD)');
    await user.click(form.getByRole('button', { name: 'Guardar codificador' }));
    await waitFor(() => expect(server.memory.settings.videoEncoder).toBe('vaapi'));
  });

  it('sets what a link of the footer does, and the footer follows', async () => {
    const { user, server } = await open();
    const links = await part('Pie de página');
    await user.selectOptions(links.getByRole('combobox', { name: 'Términos' }), 'Mostrar un texto');
    await user.type(links.getByRole('textbox', { name: 'Texto de Términos' }), 'Uso personal.');
    await user.selectOptions(links.getByRole('combobox', { name: 'Soporte' }), 'Nada todavía');
    await user.click(links.getByRole('button', { name: 'Guardar enlaces' }));
    await screen.findByText('Ajustes guardados.');
    expect(server.memory.settings.footer).toMatchObject({
      terminos: { address: '', text: 'Uso personal.' },
      soporte: { address: '', text: '' },
    });
    const sent = server.seen.find(({ call }) => call === 'PUT /api/admin/settings')?.body;
    expect(Object.keys((sent as { footer: object }).footer)).toEqual(['terminos', 'soporte']);
    const footer = within(screen.getByRole('contentinfo'));
    await waitFor(() =>
      expect(footer.getByRole('link', { name: 'Soporte' }).getAttribute('href')).toBe('#/soporte'),
    );
    expect(footer.getByRole('link', { name: 'Términos' }).getAttribute('href')).toBe('#/terminos');
  });

  it('says beside the field why an address is refused', async () => {
    const { user, server } = await open();
    const links = await part('Pie de página');
    const field = links.getByRole('textbox', { name: 'Dirección de Soporte' });
    await user.clear(field);
    await user.type(field, 'https://ana:clave@ayuda.example/');
    await user.click(links.getByRole('button', { name: 'Guardar enlaces' }));
    await links.findByText('La dirección no puede llevar usuario ni contraseña: cualquiera podría leerlos.');
    expect(server.memory.settings.footer.soporte.address).toBe('https://operador.example/soporte');
  });

  it('leads to the page of the plans, where their names and prices are', async () => {
    const { user, path } = await open();
    await user.click((await part('Cuentas nuevas')).getByRole('link', { name: 'Planes' }));
    await screen.findByRole('textbox', { name: 'Precio de Premium' });
    expect(path()).toBe('/admin?tab=plans');
  });

  it('shows a failure, and loads again on retry', async () => {
    const { user } = await open({
      prepare: (server) => server.failNext('GET /api/admin/settings', 'server.unexpected'),
    });
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    await part('Cuentas nuevas');
  });
});
