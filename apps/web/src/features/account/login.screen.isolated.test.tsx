import { screen } from '@testing-library/react';
import { afterEach, it, vi } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';

// The sentence is shown once for each opening of the page, so this test needs modules of its own.
afterEach(() => vi.restoreAllMocks());

it('says what it means that the browser stores nothing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await openApp('/login', {
    prepare: () => {
      for (const method of ['getItem', 'setItem'] as const) {
        vi.spyOn(Storage.prototype, method).mockImplementation(() => {
          throw new DOMException('denied', 'SecurityError');
        });
      }
    },
  });
  await screen.findByText(
    'Este navegador no deja guardar nada a esta página: al recargarla tendrás que iniciar sesión otra vez.',
  );
});
