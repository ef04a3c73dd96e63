import { makeFakeProgramme } from '@butaca/testing';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { installPush } from '../../../test/fake-push.ts';
import { openApp } from '../../../test/open-app.tsx';
import { openPart } from '../../../test/open-part.tsx';
import { RemindButton } from '../guide/remind-button.tsx';
import { followNotices } from './follow-notices.ts';

const label = 'Avisarme de mis recordatorios aunque la página esté cerrada';
const openDevices = () => openApp('/dispositivos', { as: 'valentina' });
const findSwitch = () => screen.findByRole('switch', { name: label });

it('the switch turns notices on and off on this device, and says so', async () => {
  const browser = installPush();
  const { user, server } = await openDevices();
  const toggle = await findSwitch();
  await screen.findByText(/^Desactivados:/);
  expect(browser.permission).toBe('default');
  await user.click(toggle);
  await screen.findByText(/^Activados:/);
  const [kept] = server.memory.push.values();
  expect(kept).toMatchObject({ kinds: ['reminders'], endpoint: browser.subscription?.endpoint });
  await user.click(toggle);
  await screen.findByText(/^Desactivados:/);
  expect([server.memory.push.size, browser.subscription]).toEqual([0, undefined]);
});

it('notices that the browser blocks are said, and how to allow them', async () => {
  installPush({ permission: 'denied' });
  await openDevices();
  await screen.findByText(/^El navegador bloquea las notificaciones de esta página\. Permítelas/);
  expect(await findSwitch()).toHaveProperty('disabled', true);
});

it('a person who refuses the browser’s question is told how to change that', async () => {
  installPush({ answer: 'denied' });
  const { user, server } = await openDevices();
  await screen.findByText(/^Desactivados:/);
  await user.click(await findSwitch());
  await screen.findByText(/^El navegador bloquea las notificaciones/);
  expect(server.memory.push.size).toBe(0);
});

it('notices that cannot be turned on, because the service worker is not installed, are off, and that is said', async () => {
  const browser = installPush({ isWorkerBroken: true });
  const { user, server } = await openDevices();
  await screen.findByText(/^Desactivados:/);
  const toggle = await findSwitch();
  await user.click(toggle);
  await screen.findByText(/^El navegador no pudo activar los avisos\./);
  await screen.findByText(/^Desactivados:/);
  expect(document.activeElement).toBe(toggle);
  expect([server.memory.push.size, browser.subscription]).toEqual([0, undefined]);
});

it('a browser without push says that it has none', async () => {
  await openDevices();
  await screen.findByText(/^(?:Este navegador no admite avisos|Los avisos necesitan una dirección segura)/);
  expect(await findSwitch()).toHaveProperty('disabled', true);
});

it('a reminder that was set offers notices while the page is closed, until they are on', async () => {
  installPush();
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const programme = makeFakeProgramme({ title: 'La película', startsAt: at(60), endsAt: at(150) });
  const { user, server } = await openPart(<RemindButton channelId="cenit-24" programme={programme} />, {
    prepare: ({ memory }) => memory.guide.programmes.set('cenit-24', [programme]),
  });
  const add = await screen.findByRole('button', { name: 'Recordármelo' });
  expect(screen.queryByRole('button', { name: /aunque la página esté cerrada/ })).toBeNull();
  await user.click(add);
  await user.click(await screen.findByRole('button', { name: 'Avisarme aunque la página esté cerrada' }));
  await screen.findByText('Te avisaremos aunque la página esté cerrada.');
  expect(screen.queryByRole('button', { name: 'Avisarme aunque la página esté cerrada' })).toBeNull();
  expect([...server.memory.push.values()]).toMatchObject([{ kinds: ['reminders'] }]);
});

it('the page opens what a notice is about, and gives the server the present subscription', async () => {
  const browser = installPush({
    permission: 'granted',
    subscription: { endpoint: 'https://push.example/nueva', key: new ArrayBuffer(65) },
  });
  const { server } = await openPart(<p>Inicio</p>, {
    prepare: ({ memory }) =>
      memory.push.set(localStorage.getItem('deviceId') ?? '', {
        endpoint: 'https://push.example/vieja',
        auth: 'x',
        kinds: ['reminders'],
      }),
  });
  const open = vi.fn<(path: string) => void>();
  followNotices(open);
  browser.send({ open: '/watch/channel/cenit-24' });
  browser.send({ open: 'https://otra.example' });
  browser.send({ has: true });
  expect(open.mock.calls).toEqual([['/watch/channel/cenit-24']]);
  // The subscription was made for another key of the server, so a new one takes its place.
  await waitFor(() => {
    const [kept] = server.memory.push.values();
    expect(kept).toMatchObject({ endpoint: 'https://push.example/1', kinds: ['reminders'] });
  });
  expect(browser.subscription?.endpoint).toBe('https://push.example/1');
});

it('a subscription that the browser has dropped is made anew', async () => {
  const browser = installPush({ permission: 'granted' });
  const { server } = await openPart(<p>Inicio</p>, {
    prepare: ({ memory }) =>
      memory.push.set(localStorage.getItem('deviceId') ?? '', {
        endpoint: 'https://push.example/vieja',
        auth: 'x',
        kinds: ['reminders'],
      }),
  });
  followNotices(() => undefined);
  await waitFor(() => {
    const [kept] = server.memory.push.values();
    expect(kept).toMatchObject({ endpoint: 'https://push.example/1', kinds: ['reminders'] });
  });
  expect(browser.subscription?.endpoint).toBe('https://push.example/1');
});

it('a browser with a push manager and no notifications has nothing to follow', async () => {
  installPush({ permission: 'granted' });
  await openPart(<p>Inicio</p>);
  Reflect.deleteProperty(globalThis, 'Notification');
  expect(() => followNotices(() => undefined)).not.toThrow();
});

it('a device on which nobody has asked for notices gives the server nothing', async () => {
  installPush({
    permission: 'granted',
    subscription: { endpoint: 'https://push.example/de-otra-cuenta', key: new ArrayBuffer(65) },
  });
  const { server, calls } = await openPart(<p>Inicio</p>);
  followNotices(() => undefined);
  await waitFor(() => expect(calls()).toContain('GET /api/push'));
  expect(server.memory.push.size).toBe(0);
});
