import type { Chapter, Season } from '@butaca/contract';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { WatchedChapters } from '../progress/use-watched-chapters.ts';
import { Episodes } from './episodes.tsx';

const chapterOf = (id: string, chapterNumber: number, given: Partial<Chapter> = {}): Chapter => ({
  _id: id,
  chapterNumber,
  title: `Capítulo ${id}`,
  url: `/api/stream/${id}`,
  streamKind: 'hls',
  thumbnail: null,
  duration: '45:00',
  description: '',
  progress: 0,
  lastTime: 0,
  ...given,
});
const seasonOf = (seasonNumber: number, ...chapters: Chapter[]) =>
  ({ _id: `t${seasonNumber}`, seasonNumber, title: '', chapters }) as Season;
const seasons = [
  seasonOf(1, chapterOf('a', 1), chapterOf('b', 2, { progress: 0.4, thumbnail: '/b.webp' })),
  seasonOf(3, chapterOf('c', 1)),
];

interface Given {
  seasons?: readonly Season[];
  playingId?: string | undefined;
  watched?: WatchedChapters;
}

function open(given: Given = {}) {
  const [onPlay, onAutomaticChange] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const list = (more: Given) => (
    <Episodes
      seasons={seasons}
      playingId="a"
      watched={new Map()}
      isAutomatic={false}
      onPlay={onPlay}
      onAutomaticChange={onAutomaticChange}
      {...given}
      {...more}
    />
  );
  const { rerender } = render(list({}));
  return {
    onPlay,
    onAutomaticChange,
    user: userEvent.setup(),
    change: (more: Given) => rerender(list(more)),
  };
}
const chapters = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const press = (name: RegExp) => screen.getByRole('button', { name });
const season = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Temporada' });

describe('the chapter list of a series', () => {
  it('shows no length for a chapter whose length is unknown', () => {
    open({ seasons: [seasonOf(1, chapterOf('a', 1, { duration: '0:00', progress: 0.4 }))], playingId: 'b' });
    expect(chapters()).toEqual(['11. Capítulo a40% visto']);
  });

  it('shows the season that plays, with the playing chapter and the watched share of each', () => {
    open();
    expect(season().value).toBe('1');
    const [first, second] = chapters();
    expect(first).toMatch(/1\. Capítulo aReproduciendo45:00$/);
    expect(second).toMatch(/2\. Capítulo b45:00 · 40% visto$/);
    expect(press(/Capítulo a/).getAttribute('aria-current')).toBe('true');
  });

  it('shows the first season when nothing plays yet', () => {
    open({ playingId: undefined });
    expect(season().value).toBe('1');
  });

  it('shows another season when it is chosen, and plays its chapters with their season number', async () => {
    const { user, onPlay } = open();
    await user.selectOptions(season(), 'Temporada 3');
    expect(chapters()).toHaveLength(1);
    await user.click(press(/Capítulo c/));
    expect(onPlay.mock.calls).toEqual([[3, seasons[1]?.chapters[0]]]);
  });

  it('switches to another season when playback continues there', async () => {
    const { change } = open();
    change({ playingId: 'c' });
    expect(season().value).toBe('3');
  });

  it('keeps the chosen season while the same chapter plays', async () => {
    const { user, change } = open();
    await user.selectOptions(season(), 'Temporada 3');
    change({ watched: new Map([['a', { seconds: 60, fraction: 0.02 }]]) });
    expect(season().value).toBe('3');
  });

  it('does not restart the playing chapter when it is pressed', async () => {
    const { user, onPlay } = open();
    await user.click(press(/Capítulo a/));
    expect(onPlay).not.toHaveBeenCalled();
  });

  it('prefers the progress of this page to that of the server', () => {
    open({ watched: new Map([['b', { seconds: 2_400, fraction: 0.9 }]]) });
    expect(chapters()[1]).toMatch(/90% visto$/);
  });

  it('shows a progress bar only between the beginning and the end of a chapter', () => {
    const bars = (progress: number) => {
      const { unmount, container } = render(
        <Episodes
          seasons={[seasonOf(1, chapterOf('x', 1, { progress }))]}
          playingId={undefined}
          watched={new Map()}
          isAutomatic={false}
          onPlay={() => undefined}
          onAutomaticChange={() => undefined}
        />,
      );
      const count = container.querySelectorAll('.ep__bar').length;
      unmount();
      return count;
    };
    expect([0, 0.004, 0.5, 0.996, 1].map(bars)).toEqual([0, 0, 1, 0, 0]);
  });

  it('shows a chapter’s number when its image does not load', () => {
    open();
    const item = screen.getAllByRole('listitem')[1] ?? document.body;
    const image = item.querySelector('img');
    const frame = image?.parentElement;
    expect([image?.getAttribute('src'), frame?.textContent]).toEqual(['/b.webp', '']);
    fireEvent.error(image ?? item);
    expect(frame?.textContent).toBe('2');
  });

  it('says the number of a chapter once where its title says only that', () => {
    open({
      seasons: [
        seasonOf(
          1,
          chapterOf('a', 1, { title: 'Capítulo 1' }),
          chapterOf('b', 2, { title: 'EPISODIO 2' }),
          chapterOf('c', 3, { title: 'Capítulo 4' }),
          chapterOf('d', 4, { title: 'La llamada' }),
        ),
      ],
    });
    const names = screen
      .getAllByRole('listitem')
      .map((item) => item.querySelector('.ep__words b')?.textContent);
    expect(names).toEqual(['Capítulo 1', 'EPISODIO 2', '3. Capítulo 4', '4. La llamada']);
  });

  it('marks incomplete chapters, and does not play them', async () => {
    const { user, onPlay } = open({
      seasons: [seasonOf(1, chapterOf('a', 1), chapterOf('z', 2, { url: null, title: '' }))],
    });
    const broken = press(/2\. Sin título/);
    within(broken).getByText('Datos incompletos');
    expect(broken.getAttribute('aria-disabled')).toBe('true');
    await user.click(broken);
    expect(onPlay).not.toHaveBeenCalled();
  });

  it('says when a season has no chapters, or the series no seasons', () => {
    const { change } = open({ seasons: [seasonOf(1)], playingId: undefined });
    screen.getByText('No hay capítulos disponibles en esta temporada.');
    change({ seasons: [] });
    screen.getByText('No hay temporadas disponibles.');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('reports a press of the autoplay switch', async () => {
    const { user, onAutomaticChange } = open();
    await user.click(screen.getByRole('switch', { name: 'Reproducir el siguiente automáticamente' }));
    expect(onAutomaticChange.mock.calls).toEqual([[true]]);
  });
});
