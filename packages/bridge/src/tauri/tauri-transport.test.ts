import { beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../test/fake-clock.ts';
import { createFakeTauri, type FakeTauri } from '../../test/fake-shells.ts';
import { playerMessages } from '../../test/tables.ts';
import type { ExternalPlayer } from '../interface/external-player.ts';
import { findBridge } from '../find-bridge.ts';

const { origin } = playerMessages.mpv;
const url = `${origin}/api/stream/ficha/0`;
const options = { startTime: 0, title: 'Película' };

let shell: FakeTauri;
let player: ExternalPlayer;

beforeEach(() => {
  shell = createFakeTauri();
  player = findBridge(shell.page).externalPlayer!;
});

describe('mpv through the desktop shell', () => {
  it('plays, reports and stops with the commands and events of the table', async () => {
    const times: number[] = [];
    player.onTime((time) => times.push(time));
    expect(await player.play(url, options)).toEqual({ success: true });
    shell.mpv.tellProperty('time-pos', 3);
    await player.stop();
    expect(times).toEqual([3]);
    const used = new Set(shell.calls.map(([name]) => name).filter((name) => name !== 'plugin:event|listen'));
    expect([...used].filter((name) => !(name in playerMessages.tauri.commands))).toEqual([]);
    const listened = shell.calls.filter(([name]) => name === 'plugin:event|listen');
    expect(listened.map(([, given]) => (given as { event: string }).event)).toEqual(
      Object.keys(playerMessages.tauri.events),
    );
  });

  it.each(playerMessages.tauri.commands['mpv_open']!.failures!)(
    'reads the refusal $error of mpv_open',
    async ({ error, failure }) => {
      shell.openError = { ...error, ...(failure === 'start' && { exitCode: 2 }) };
      expect(await player.play(url, options)).toMatchObject({ success: false, code: failure });
    },
  );

  it.each([undefined, 'panicked', { code: 'new' }])(
    'takes the refusal %j for an mpv that does not start',
    async (error) => {
      shell.openError = error ?? null;
      expect(await player.play(url, options)).toEqual({
        success: false,
        code: 'start',
        message: 'mpv no se pudo iniciar.',
      });
    },
  );

  it('reports an mpv that ends before the shell has told its number', async () => {
    shell.exitsEarly = true;
    await expect(player.look()).rejects.toThrow('mpv no se pudo iniciar (code: 1).');
  });

  it('reports an mpv that dies', async () => {
    const failures: string[] = [];
    player.onError(({ message }) => failures.push(message));
    await player.play(url, options);
    shell.mpv.exit(2);
    expect(failures).toEqual(['mpv se ha cerrado por un error (code: 2).']);
  });

  it.each([
    ['for the page of another server', { origin: 'https://otra.ejemplo.com' }],
    ['without an origin', { origin: undefined }],
    ['of a process that has ended', { process: 7 }],
  ])('ignores events %s', async (_, different) => {
    const heard: unknown[] = [];
    player.onTime((time) => heard.push(time));
    player.onError((failure) => heard.push(failure));
    player.onEnd((end) => heard.push(end));
    await player.play(url, options);
    const line = JSON.stringify({ event: 'property-change', name: 'time-pos', data: 5 });
    shell.emit('mpv-line', { origin, process: 1, line, ...different });
    shell.emit('mpv-exit', { origin, process: 1, exitCode: 2, ...different });
    expect(heard).toEqual([]);
    shell.emit('mpv-line', { origin, process: 1, line });
    expect(heard).toEqual([5]);
  });

  it.each([null, 'text', {}, { origin, process: 1 }, { origin, process: 1, line: 5 }])(
    'ignores the malformed event %j',
    async (payload) => {
      await player.play(url, options);
      shell.emit('mpv-line', payload);
      expect(await player.look()).toBe('ready');
    },
  );

  it('says that the shell has refused a command', async () => {
    await player.play(url, options);
    shell.mpv.send = () => Promise.reject(new Error('not allowed'));
    await expect(player.seek(10)).rejects.toMatchObject({ code: 'refused' });
  });

  it('sends nothing to a process that has ended', async () => {
    await player.play(url, options);
    shell.mpv.exit(0);
    const sent = shell.calls.length;
    await player.seek(10);
    await settle();
    expect(shell.calls).toHaveLength(sent);
  });
});
