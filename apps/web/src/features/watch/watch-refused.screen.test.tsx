import { screen, waitFor, within } from '@testing-library/react';
import type { FakeServer } from '@butaca/testing';
import { describe, expect, it } from 'vitest';
import { driveMedia } from '../../../test/driven-media.ts';
import { openApp } from '../../../test/open-app.tsx';

const filmId = 'el-jardin-de-cristal';
const otherDevice = 'OtroDispositivoDePrueba000000000';
const heading = (name: string) => screen.findByRole('heading', { name });

/** Makes every video of the fake server a file: in jsdom an HLS stream would fail by itself, a file does not. */
const playAsFiles = ({ memory }: FakeServer): void => {
  for (const video of memory.videos) video.streamKind = 'file';
};

/** Opens a film whose stream the fake server refuses with `code` after playback has started. */
async function openRefused(code: FakeServer['memory']['streamRefusal'], as = 'valentina', id = filmId) {
  const app = await openApp('/', {
    as,
    prepare: (server) => {
      playAsFiles(server);
      server.memory.playing = [
        { username: as, deviceId: otherDevice, name: 'Chrome en Windows', title: 'Marea alta' },
        { username: as, deviceId: 'B'.repeat(32), name: 'Android TV', title: '' },
      ];
    },
  });
  await app.go(`/watch/movie/${id}`, { useTrial: code === 'trial.spent' });
  const media = await driveMedia(6_000);
  await media.playTo(10);
  app.server.memory.streamRefusal = code;
  await media.fail();
  return app;
}

describe('a film refused because too many devices play', () => {
  it('names the devices and what they play, and plays once one of them is stopped from here', async () => {
    const app = await openRefused('stream.limit');
    await heading(
      'Tu plan no permite más reproducciones a la vez. Detén una en otro dispositivo para ver aquí.',
    );
    const devices = await screen.findByRole('list', { name: 'Dispositivos que están reproduciendo' });
    within(devices).getByText('Marea alta');
    within(devices).getByText('Android TV');
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
    app.server.memory.streamRefusal = null;
    await app.user.click(within(devices).getByRole('button', { name: 'Detener Chrome en Windows' }));
    await waitFor(() =>
      expect(app.calls().filter((call) => call.startsWith(`GET /api/videos/${filmId}?`))).toHaveLength(2),
    );
    expect(app.server.memory.playing).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText(/^Tu plan no permite/)).toBeNull());
  });

  it('shows an error when a device could not be stopped', async () => {
    const app = await openRefused('stream.limit');
    app.server.failNext('DELETE /api/streams/:deviceId', 'server.unavailable');
    await app.user.click(await screen.findByRole('button', { name: 'Detener Android TV' }));
    await screen.findByText('El servicio no está disponible en este momento. Inténtalo en unos segundos.');
  });

  it('plays when the device to be stopped has already ended by itself', async () => {
    const app = await openRefused('stream.limit');
    const stop = await screen.findByRole('button', { name: 'Detener Android TV' });
    app.server.memory.playing = [];
    await app.user.click(stop);
    await waitFor(() =>
      expect(app.calls().filter((call) => call.startsWith(`GET /api/videos/${filmId}?`))).toHaveLength(2),
    );
  });
});

it('a film stopped from another device says so, and plays again with «Ver aquí»', async () => {
  const app = await openRefused('stream.stopped');
  await heading('La reproducción se detuvo desde otro de tus dispositivos.');
  await app.user.click(screen.getByRole('button', { name: 'Ver aquí' }));
  await waitFor(() =>
    expect(app.calls().filter((call) => call.startsWith(`GET /api/videos/${filmId}?`))).toHaveLength(2),
  );
});

describe('the daily trial on the watch page', () => {
  it('shows the minutes that are left while the film plays', async () => {
    const app = await openApp('/', { as: 'gerardo', prepare: playAsFiles });
    localStorage.setItem('useTrial:solo-para-premium', 'true');
    await app.go('/watch/movie/solo-para-premium');
    await driveMedia(6_000);
    await screen.findByText('Prueba gratuita: quedan 12 min');
    expect(localStorage.getItem('useTrial:solo-para-premium')).toBeNull();
    expect(app.calls()).toContain('GET /api/videos/solo-para-premium?useTrial=true&can=');
  });

  it('ends with the premium dialog, which does not offer the trial again', async () => {
    const app = await openRefused('trial.spent', 'gerardo', 'solo-para-premium');
    const dialog = await screen.findByRole('dialog', { name: 'Contenido Premium' });
    within(dialog).getByText(/^Tu prueba gratuita de hoy ha terminado\./);
    expect(within(dialog).queryByRole('button', { name: 'Usar Prueba Gratuita' })).toBeNull();
    await app.user.click(within(dialog).getByRole('button', { name: 'Entendido' }));
    await waitFor(() => expect(app.path()).toBe('/'));
  });
});
