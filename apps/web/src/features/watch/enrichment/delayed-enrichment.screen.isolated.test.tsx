import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openApp } from '../../../../test/open-app.tsx';
import type * as panels from './enrichment.tsx';

/**
 * The outcome of each dynamic `import()` of the watch page's panels (information, recommendations), in order; imports
 * after the last outcome succeed.
 */
const { comings } = vi.hoisted(() => ({ comings: [] as (() => Promise<void>)[] }));

vi.mock('./enrichment.tsx', async (importOriginal) => {
  const { Enrichment } = await importOriginal<typeof panels>();
  return {
    get Enrichment() {
      return (comings.shift()?.() ?? Promise.resolve()).then(() => Enrichment);
    },
  };
});

afterEach(() => vi.unstubAllGlobals());

const refuse = (): Promise<never> => Promise.reject(new TypeError('refused'));

it('panels whose code does not load show an error, and keep the focus during a retry', async () => {
  let release = (): void => undefined;
  comings.push(refuse, refuse, () => new Promise((resolve) => (release = resolve)));
  const { user, go } = await openApp('/', {
    as: 'valentina',
    prepare: ({ memory }) => {
      for (const video of memory.videos) if (video.url !== null) video.streamKind = 'file';
    },
  });
  await go('/watch/movie/el-faro-de-nuble');
  await screen.findByRole('heading', { level: 1, name: 'El faro de Ñuble' });
  vi.stubGlobal('scrollY', 400);
  fireEvent.scroll(document);

  await screen.findByText('Error cargando información adicional');
  const retry = screen.getByRole('button', { name: 'Reintentar' });
  await user.click(retry);
  await waitFor(() => expect(comings).toHaveLength(1));
  await waitFor(() => expect(retry.getAttribute('aria-busy')).toBeNull());
  expect(document.activeElement).toBe(retry);

  await user.click(retry);
  await waitFor(() => expect(comings).toHaveLength(0));
  expect(retry.getAttribute('aria-busy')).toBe('true');
  expect(document.activeElement).toBe(retry);
  release();
  const tab = await screen.findByRole('tab', { name: 'Información' });
  expect(screen.queryByText('Error cargando información adicional')).toBeNull();
  expect(document.activeElement).toBe(tab);
});
