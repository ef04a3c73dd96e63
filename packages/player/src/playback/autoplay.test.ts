import { describe, expect, it, vi } from 'vitest';
import { ScriptedMedia } from '../../test/scripted-media.ts';
import { startPlaying, unmute } from './autoplay.ts';

describe('startPlaying', () => {
  it('plays with sound where the browser allows it', async () => {
    const media = new ScriptedMedia({ allowsSound: true });
    expect(await startPlaying(media)).toBe('started');
    expect(media.muted).toBe(false);
  });

  it('plays muted when only that is allowed', async () => {
    const media = new ScriptedMedia({ allowsSound: false });
    expect(await startPlaying(media)).toBe('muted');
    expect(media).toMatchObject({ muted: true, paused: false });
  });

  it('leaves the sound unchanged when the browser refuses to play at all', async () => {
    const media = new ScriptedMedia({ allowsSound: false, allowsMuted: false });
    expect(await startPlaying(media)).toBe('refused');
    expect(media).toMatchObject({ muted: false, paused: true });
  });

  it('does not report a person’s own mute as the browser’s', async () => {
    const media = new ScriptedMedia({ allowsSound: false });
    media.muted = true;
    expect(await startPlaying(media)).toBe('started');
  });
});

describe('startPlaying while the video is replaced', () => {
  const failing = (name: string) =>
    Object.assign(new ScriptedMedia({ allowsSound: true }), {
      play: () => Promise.reject(new DOMException('no', name)),
    });

  it.each(['AbortError', 'NotSupportedError'])(
    'returns superseded after %s, and leaves the sound on',
    async (name) => {
      const media = failing(name);
      expect(await startPlaying(media)).toBe('superseded');
      expect(media.muted).toBe(false);
    },
  );

  it('returns superseded after a rejection without an error', async () => {
    const media = Object.assign(new ScriptedMedia(), { play: () => Promise.reject(undefined) });
    expect(await startPlaying(media)).toBe('superseded');
  });

  it('returns muted when sound was blocked, even if another stream was opened meanwhile', async () => {
    const media = new ScriptedMedia({ allowsSound: false });
    const plays = ['NotAllowedError', 'AbortError'];
    media.play = () => Promise.reject(new DOMException('no', plays.shift()));
    expect(await startPlaying(media)).toBe('muted');
    expect(media.muted).toBe(true);
  });
});

describe('unmute', () => {
  it('does not play again what the person pauses meanwhile', async () => {
    const media = new ScriptedMedia();
    media.muted = true;
    await media.play();
    const unmuted = unmute(media);
    media.pause();
    expect(await unmuted).toBe(true);
    expect([media.paused, media.muted]).toEqual([true, false]);
  });

  it('does nothing for a video that has sound', async () => {
    const media = new ScriptedMedia();
    const changed = vi.fn();
    media.addEventListener('volumechange', changed);
    expect(await unmute(media)).toBe(true);
    expect(changed).not.toHaveBeenCalled();
  });

  it('plays again with sound when the browser pauses a video that may have sound', async () => {
    const media = new ScriptedMedia({ allowsSound: true, pausesOnUnmute: true });
    media.muted = true;
    await media.play();
    expect(await unmute(media)).toBe(true);
    expect(media).toMatchObject({ muted: false, paused: false });
  });

  it('turns the sound on', async () => {
    const media = new ScriptedMedia({ allowsSound: true });
    media.muted = true;
    await media.play();
    expect(await unmute(media)).toBe(true);
    expect(media).toMatchObject({ muted: false, paused: false });
  });

  it('mutes and plays again when the browser pauses on unmuting', async () => {
    const media = new ScriptedMedia({ allowsSound: false, pausesOnUnmute: true });
    media.muted = true;
    await media.play();
    expect(await unmute(media)).toBe(false);
    expect(media).toMatchObject({ muted: true, paused: false });
  });

  it('does not start a paused video', async () => {
    const media = new ScriptedMedia({ allowsSound: true });
    media.muted = true;
    expect(await unmute(media)).toBe(true);
    expect(media.paused).toBe(true);
  });
});
