import { planKeys, type ImportAccess } from '@butaca/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../../test/open-app.tsx';
import { describeAccess } from './import-access.tsx';

const access = (open: Partial<Record<(typeof planKeys)[number], number>>, items = 10): ImportAccess => ({
  items,
  plans: planKeys.map((key) => ({ key, open: open[key] ?? 0 })),
  openable: 0,
  opened: 0,
});
const all = { gplay: 10, estandar: 10, cinefilo: 10, sports: 10, premium: 10 };

describe('the sentence about who sees what was imported', () => {
  it.each([
    [access(all), 'Todos los planes lo incluyen.'],
    [
      access({ sports: 10, premium: 10 }),
      'Sports y Premium lo incluyen entero. Con GPlay, Estándar y Cinéfilo se ve con candado y no se puede abrir.',
    ],
    [
      access({ ...all, gplay: 4 }),
      'Estándar, Cinéfilo, Sports y Premium lo incluyen entero. En parte: GPlay (4 de 10).',
    ],
    [
      access({ premium: 10 }),
      'Premium lo incluye entero. Con GPlay, Estándar, Cinéfilo y Sports se ve con candado y no se puede abrir.',
    ],
  ])('%#', (given, sentence) => {
    expect(describeAccess(given)).toBe(sentence);
  });
});

describe('the result of an import', () => {
  const list = new File(['#EXTM3U\n#EXTINF:-1,Canal propio\nhttps://tv.example/1.m3u8\n'], 'lista.m3u');

  it('offers to open the imported channels to all plans, and then to close them again', async () => {
    const { user, server } = await openApp('/admin?tab=m3u_to_channels', { as: 'ada' });
    await user.upload(await screen.findByLabelText('Lista de canales'), list);
    await user.selectOptions(screen.getByLabelText('¿Quién podrá verlos?'), 'Lo que diga cada sección');
    screen.getByText('Los canales, solo Sports y Premium; las películas y series, según su sección.');
    await user.click(screen.getByRole('button', { name: 'Subir lista' }));
    await screen.findByText(/Sports y Premium lo incluyen entero\./);
    await user.click(screen.getByRole('button', { name: 'Abrir a todos los planes' }));
    await screen.findByText('Todos los planes lo incluyen.');
    const channel = () => server.memory.channels.find(({ name }) => name === 'Canal propio');
    expect(channel()?.requiresPlan).toEqual([...planKeys]);
    await user.click(screen.getByRole('button', { name: 'Volver a cerrar' }));
    await screen.findByRole('button', { name: 'Abrir a todos los planes' });
    expect(channel()?.requiresPlan).toEqual([]);
  });

  it('is open to all plans unless the administrator chooses some before the import', async () => {
    const { user, server } = await openApp('/admin?tab=m3u_to_channels', { as: 'ada' });
    const question = () => screen.findByLabelText<HTMLSelectElement>('¿Quién podrá verlos?');
    expect((await question()).selectedOptions[0]?.text).toBe('Todos (recomendado)');
    await user.selectOptions(await question(), 'Solo algunos planes');
    screen.getByText('Quien tenga GPlay, Estándar, Cinéfilo o Sports los verá con candado.');
    expect(screen.getByLabelText<HTMLInputElement>('Premium').disabled).toBe(true);
    await user.click(screen.getByLabelText('GPlay'));
    await user.click(screen.getByLabelText('Premium'));
    await user.upload(await screen.findByLabelText('Lista de canales'), list);
    await user.click(screen.getByRole('button', { name: 'Subir lista' }));
    await screen.findByText(/^GPlay lo incluye entero\./);
    expect(server.memory.imports[0]?.options.plans).toEqual(['gplay']);
    expect(server.memory.channels.find(({ name }) => name === 'Canal propio')?.requiresPlan).toEqual([
      'gplay',
    ]);
  });
});
