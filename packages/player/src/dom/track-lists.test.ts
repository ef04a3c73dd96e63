import { describe, expect, it, vi } from 'vitest';
import { StreamAudioTrackList, VideoRenditionList } from './track-lists.ts';

const qualities = [
  { id: '0', width: 640, height: 360, bitrate: 800_000 },
  { id: '1', width: 1280, height: 720, bitrate: 2_400_000 },
];

describe('VideoRenditionList', () => {
  it('has the interface that media-chrome’s quality menu reads', () => {
    const list = new VideoRenditionList();
    list.offer(qualities, () => {});
    expect([...list].map((rendition) => ({ ...rendition }))).toEqual(qualities);
    expect(Array.prototype.findIndex.call(list, ({ id }: { id: string }) => id === '1')).toBe(1);
    list.clear();
    expect([list.length, list[0]]).toEqual([0, undefined]);
  });

  it('passes a choice to the engine once, and returns to automatic with -1', () => {
    const list = new VideoRenditionList();
    const select = vi.fn();
    const changed = vi.fn();
    list.addEventListener('change', changed);
    list.offer(qualities, select);
    list.selectedIndex = 1;
    list.selectedIndex = 1;
    list.selectedIndex = 7;
    expect(list.selectedIndex).toBe(1);
    list.selectedIndex = -1;
    expect(select.mock.calls).toEqual([[1], [-1]]);
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('fires events when qualities change, and resets the choice of the previous stream', () => {
    const list = new VideoRenditionList();
    const told: string[] = [];
    for (const type of ['addrendition', 'removerendition']) {
      list.addEventListener(type, () => told.push(type));
    }
    list.offer(qualities, () => {});
    list.selectedIndex = 0;
    list.clear();
    list.clear();
    expect(told).toEqual(['addrendition', 'removerendition']);
    expect(list.selectedIndex).toBe(-1);
  });
});

describe('choosing a quality by index', () => {
  it('below -1 selects the automatic quality', () => {
    const list = new VideoRenditionList();
    const select = vi.fn();
    list.offer(qualities, select);
    list.selectedIndex = 1;
    list.selectedIndex = -7;
    expect(list.selectedIndex).toBe(-1);
    expect(select).toHaveBeenLastCalledWith(-1);
  });

  it('does nothing in a list without qualities', () => {
    const list = new VideoRenditionList();
    const changed = vi.fn();
    list.addEventListener('change', changed);
    list.selectedIndex = 0;
    expect(list.selectedIndex).toBe(-1);
    expect(changed).not.toHaveBeenCalled();
  });

  it('reaches only the engine of the present stream', () => {
    const list = new VideoRenditionList();
    const [former, present] = [vi.fn(), vi.fn()];
    list.offer(qualities, former);
    list.offer(qualities.slice(0, 1), present);
    expect([list.length, list[1]]).toEqual([1, undefined]);
    list.selectedIndex = 0;
    expect(former).not.toHaveBeenCalled();
    expect(present).toHaveBeenCalledWith(0);
  });
});

describe('StreamAudioTrackList', () => {
  const languages = [
    { label: 'Español', language: 'es', kind: 'main' },
    { label: 'English', language: 'en', kind: 'alternative' },
  ];
  const enabledOf = (list: StreamAudioTrackList) => [...list].map(({ enabled }) => enabled);

  it('keeps exactly one track enabled, chosen as the audio menu does', () => {
    const list = new StreamAudioTrackList();
    const select = vi.fn();
    list.offer(languages, 0, select);
    for (const track of list) track.enabled = track.id === '1';
    expect(select.mock.calls).toEqual([[1]]);
    expect(enabledOf(list)).toEqual([false, true]);
  });

  it('records the engine’s own changes without calling the engine', () => {
    const list = new StreamAudioTrackList();
    const select = vi.fn();
    list.offer(languages, 0, select);
    list.noteEnabled(1);
    expect(enabledOf(list)).toEqual([false, true]);
    expect(select).not.toHaveBeenCalled();
  });

  it('keeps a track enabled when somebody disables it, because one has to be', () => {
    const list = new StreamAudioTrackList();
    const select = vi.fn();
    list.offer(languages, 0, select);
    for (const track of list) track.enabled = false;
    expect(enabledOf(list)).toEqual([true, false]);
    for (const track of list) track.enabled = track.id === '0';
    expect(select).not.toHaveBeenCalled();
  });

  it('fires events when tracks are added, changed and removed', () => {
    const list = new StreamAudioTrackList();
    const told: string[] = [];
    for (const type of ['addtrack', 'change', 'removetrack'])
      list.addEventListener(type, () => told.push(type));
    list.offer(languages, 0, () => {});
    for (const track of list) track.enabled = true;
    list.clear();
    list.clear();
    expect(told).toEqual(['addtrack', 'change', 'removetrack']);
    expect([list.length, list[0]]).toEqual([0, undefined]);
  });

  it('may have no enabled track while the engine has not chosen one', () => {
    const list = new StreamAudioTrackList();
    list.offer(languages, -1, () => {});
    expect(enabledOf(list)).toEqual([false, false]);
    expect([...list].map(({ id, label, language, kind }) => [id, label, language, kind])).toEqual([
      ['0', 'Español', 'es', 'main'],
      ['1', 'English', 'en', 'alternative'],
    ]);
  });
});
