import { act, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { memoryPage } from '../../test/memory-page.tsx';
import { useSearchParams } from './navigation/use-navigation.ts';
import { useTypedTerm } from './typed-term.ts';

/** Opens a search field whose term the URL holds as `buscar`, in a tab whose history has an earlier page. */
function open(search: string) {
  const shown: { typed: string; type: (text: string) => void } = { typed: '', type: () => {} };
  function Field() {
    const [query] = useSearchParams();
    const [typed, type] = useTypedTerm(query.get('buscar') ?? '');
    Object.assign(shown, { typed, type });
    return null;
  }
  const { router, Page } = memoryPage('/?buscar=anterior', `/${search}`);
  render(
    <Page>
      <Field />
    </Page>,
  );
  return { shown, go: (to: string | number) => act(async () => router.navigate(to)) };
}

it('the typed search term is that of the URL at first', () => {
  expect(open('?buscar=faro').shown.typed).toBe('faro');
});

it('the typed search term stays when the URL changes to an older term later', async () => {
  const { shown, go } = open('?buscar=far');
  act(() => shown.type('faro'));
  await go('/?buscar=far');
  expect(shown.typed).toBe('faro');
});

it('the typed search term changes to that of the URL when the person goes back or forward', async () => {
  const { shown, go } = open('?buscar=faro');
  act(() => shown.type('faros'));
  await go(-1);
  expect(shown.typed).toBe('anterior');
  await go(1);
  expect(shown.typed).toBe('faro');
});
