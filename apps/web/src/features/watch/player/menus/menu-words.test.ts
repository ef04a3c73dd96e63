import {
  MediaAudioTrackMenu,
  MediaCaptionsMenu,
  MediaPlaybackRateMenu,
  MediaRenditionMenu,
} from 'media-chrome/menu';
import { describe, expect, it } from 'vitest';
import { playbackRates } from './menu-words.ts';
// Imported for its side effect: the module of the player's menus installs the Spanish texts that these tests check.
import './player-menus.tsx';

type Format = (this: object, text: string, item?: unknown) => string;
const format = (menu: { formatMenuItemText: unknown }, text: string, item?: unknown): string =>
  (menu.formatMenuItemText as Format).call(menu, text, item);

describe('the menus of the player', () => {
  it('name audio and subtitle tracks by their language', () => {
    expect(format(MediaAudioTrackMenu, 'spa', { label: 'Latino', language: 'spa' })).toMatch(
      /latinoamérica/i,
    );
    expect(format(MediaCaptionsMenu, 'eng', { label: '', language: 'en' })).toBe('Inglés');
    expect(format(MediaCaptionsMenu, '', { label: '', language: '' })).toMatch(/^Subtítulos/);
    expect(format(MediaAudioTrackMenu, '', { label: '', language: '' })).toMatch(/^Audio/);
  });

  it('leave texts unchanged that belong to no track', () => {
    expect(format(MediaAudioTrackMenu, 'Atrás')).toBe('Atrás');
    expect(format(MediaCaptionsMenu, 'Desactivados')).toBe('Desactivados');
    expect(format(MediaPlaybackRateMenu, 'Velocidad')).toBe('Velocidad');
  });

  it('name the speeds in Spanish', () => {
    const named = playbackRates.map((rate) => format(MediaPlaybackRateMenu, `${rate}x`, rate));
    expect(named).toEqual(['0,5×', '0,75×', 'Normal', '1,25×', '1,5×', '1,75×', '2×']);
  });

  it.each([
    [{ mediaWidth: 1280, mediaHeight: 720 }, 'Automática (720p)'],
    [{ mediaWidth: 1920, mediaHeight: 800 }, 'Automática (1080p)'],
    [{ mediaWidth: 0, mediaHeight: 0 }, 'Automática'],
  ])('with a video of %j name the automatic quality «%s»', (size, expected) => {
    const automatic = MediaRenditionMenu.prototype.formatMenuItemText as unknown as (this: object) => string;
    expect(automatic.call(size)).toBe(expected);
  });

  it('distinguish two qualities of the same height by their bit rate', () => {
    const rendition = { width: 1280, height: 720, bitrate: 2_500_000 } as never;
    expect(MediaRenditionMenu.formatRendition(rendition, { showBitrate: true })).toBe('720p (2,5 Mb/s)');
    expect(MediaRenditionMenu.formatRendition(rendition)).toBe('720p');
  });
});
