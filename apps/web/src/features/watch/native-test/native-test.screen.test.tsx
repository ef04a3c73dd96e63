import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  createFakeBridge,
  createFakeNative,
  enterShell,
  type FakeNative,
} from '../../../../test/fake-bridge.ts';
import { openApp } from '../../../../test/open-app.tsx';
import { samples } from './samples.ts';

async function openTest(change: (player: FakeNative) => void = () => undefined) {
  const player = createFakeNative(['tracks']);
  change(player);
  await enterShell(createFakeBridge({ nativePlayer: player }));
  const app = await openApp('/test-player', { as: 'valentina' });
  await screen.findByRole('heading', { name: 'Prueba del reproductor' });
  return { ...app, player };
}

describe('the test of the player in an app for phones', () => {
  it('plays two MP4 files and an HLS stream of the product, each from its own server', async () => {
    const { user, player } = await openTest();
    const list = await screen.findByRole('list', { name: 'Muestras' });
    const buttons = within(list).getAllByRole('button');
    expect(buttons.map((button) => button.textContent)).toEqual([
      'Faro (MP4)',
      'Sierra (MP4)',
      'Órbita (HLS)',
    ]);
    for (const button of buttons) await user.click(button);
    expect(player.played.map(({ url }) => url)).toEqual(samples.map(({ path }) => location.origin + path));
    expect(player.played[0]).toMatchObject({ title: 'Faro', startTime: 0, isLive: false, hasNext: false });
  });

  it('shows what the player reports, the newest first', async () => {
    const { player } = await openTest();
    act(() => {
      player.tell({ name: 'play' });
      player.tell({ name: 'time', time: 3.25, duration: 12 });
    });
    const list = screen.getByRole('list', { name: 'Lo que dice el reproductor' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Posición: 3.3 s', 'Reproduce']);
  });

  it('says in the words of the specification that a sample did not start, and that trying again failed too', async () => {
    const { user } = await openTest((player) => {
      player.play = async () => ({ success: false, message: 'No hay red.' });
    });
    await user.click(await screen.findByRole('button', { name: 'Faro (MP4)' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Error al iniciar el reproductor: No hay red.',
    );
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await screen.findByText('Error al reintentar: No hay red.');
  });

  it('says that playback has failed', async () => {
    const { player } = await openTest();
    act(() => player.tell({ name: 'error', message: 'El formato no se reconoce.' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Error del reproductor: El formato no se reconoce.',
    );
  });

  it('stops the player when the page is left', async () => {
    let stops = 0;
    const { user, path } = await openTest((player) => {
      player.stop = async () => {
        stops += 1;
        return { success: true, message: '' };
      };
    });
    await user.click(screen.getByRole('button', { name: 'Detener' }));
    expect(stops).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Volver' }));
    expect(path()).toBe('/');
    expect(stops).toBe(2);
  });
});
