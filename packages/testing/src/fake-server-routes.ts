import {
  FakeOddity,
  FakeRefusal,
  FakeSilence,
  personOf,
  type FakeCaller,
  type FakeRoutes,
} from './fake-server-caller.ts';
import { requireFakePlan } from './fake-channel-plan.ts';
import { accountRoutes, toFakeSessionUser } from './fake-server-accounts.ts';
import { activationRoutes } from './fake-server-activation.ts';
import { isFakeShown, videoRoutes } from './fake-server-videos.ts';
import { channelAdministrationRoutes, findFakeChannel } from './fake-server-channel-administration.ts';
import { collectionRoutes } from './fake-server-collections.ts';
import { deviceRoutes } from './fake-server-devices.ts';
import { enrichmentRoutes } from './fake-server-enrichment.ts';
import { importRoutes } from './fake-server-imports.ts';
import { makeFakeChannel, openFakeSession, toFakeCard, type FakeAccount } from './fake-server-memory.ts';
import { progressRoutes } from './fake-server-progress.ts';
import { factRoutes } from './fake-server-facts.ts';
import { favouriteRoutes } from './fake-server-favourites.ts';
import { guideRoutes } from './fake-server-guide.ts';
import { homeRoutes } from './fake-server-home.ts';
import { operationsRoutes } from './fake-server-operations.ts';
import { planRequestRoutes } from './fake-server-plan-requests.ts';
import { playingRoutes } from './fake-server-playing.ts';
import { pushRoutes } from './fake-server-push.ts';
import { invitationRoutes } from './fake-server-invitations.ts';
import { providerRoutes } from './fake-server-providers.ts';
import { searchRoutes } from './fake-server-search.ts';
import { requireFakeCode, secondFactorRoutes } from './fake-server-second-factor.ts';
import { settingsRoutes } from './fake-server-settings.ts';
import { videoAdministrationRoutes } from './fake-server-video-administration.ts';

function signIn({ memory, deviceId }: FakeCaller, account: FakeAccount) {
  const token = openFakeSession(memory, account.username, deviceId);
  return { token, user: toFakeSessionUser(account) };
}

/**
 * The fake server's implementation of every API route that `@butaca/contract` defines. Certain names and ids in a
 * request trigger faults: see `FakeServer`.
 */
export const fakeRoutes: FakeRoutes = {
  ...videoRoutes,
  ...videoAdministrationRoutes,
  ...channelAdministrationRoutes,
  ...collectionRoutes,
  ...homeRoutes,
  ...searchRoutes,
  ...favouriteRoutes,
  ...enrichmentRoutes,
  ...progressRoutes,

  ...playingRoutes,
  ...deviceRoutes,
  ...operationsRoutes,
  ...accountRoutes,
  ...invitationRoutes,
  ...activationRoutes,
  ...secondFactorRoutes,

  ...importRoutes,
  ...providerRoutes,
  ...guideRoutes,
  ...pushRoutes,
  ...factRoutes,
  ...settingsRoutes,
  ...planRequestRoutes,

  'GET /api/health': () => ({ status: 'ok', product: 'butaca' }),
  'GET /api/ready': () => ({ status: 'ok' }),

  'POST /api/auth/register': ({ body: { username, password } }, caller) => {
    if (username === 'cerrado') throw new FakeRefusal('registration.closed');
    if (caller.memory.accounts.has(username.toLowerCase())) throw new FakeRefusal('account.username_taken');
    if (password === 'contraseña') throw new FakeRefusal('account.password_weak');
    if (username === 'raro') throw new FakeOddity({});
    const { newAccountPlan } = caller.memory.settings;
    const account: FakeAccount = { username, password, role: 'user', plan: newAccountPlan, isActive: true };
    if (username === 'pendiente') return { message: 'Un administrador aprobará tu cuenta.' };
    caller.memory.accounts.set(username.toLowerCase(), account);
    return signIn(caller, account);
  },
  'POST /api/auth/login': ({ body: { username, password, code } }, caller) => {
    if (username === 'caido') throw new FakeRefusal('server.unavailable');
    if (username === 'deprisa') throw new FakeRefusal('limit.login');
    if (username === 'raro') throw new FakeOddity({ token: '', user: {} });
    if (username === 'lento') throw new FakeSilence();
    const account = caller.memory.accounts.get(username.toLowerCase());
    if (account?.password !== password) throw new FakeRefusal('credentials.invalid');
    if (!account.isActive) throw new FakeRefusal('account.inactive');
    if (account.oneTimePassword === 'used') throw new FakeRefusal('credentials.used');
    requireFakeCode(account, code);
    if (account.oneTimePassword === 'fresh') account.oneTimePassword = 'used';
    return signIn(caller, account);
  },
  'POST /api/auth/logout': ({ body: { allDevices } }, caller) => {
    const { username } = personOf(caller);
    const { sessions } = caller.memory;
    for (const [token, session] of sessions) {
      if (token === caller.token || (allDevices === true && session.username === username))
        sessions.delete(token);
    }
    return { message: 'Sesión cerrada.' };
  },
  'GET /api/auth/me': (_request, caller) => {
    return { user: toFakeSessionUser(personOf(caller)) };
  },

  'GET /api/channels/list': ({ query: { section, featured } }, { memory, account }) => {
    if (account?.username === 'sincanales' || section === 'Averiada')
      throw new FakeRefusal('server.unavailable');
    if (account?.username === 'vacio' || section === 'Vacía') return { channels: [] };
    return {
      channels: memory.channels
        .filter((channel) => isFakeShown(channel, memory))
        .filter((channel) => section === undefined || channel.section === section)
        .filter((channel) => !featured || channel.isFeatured)
        .filter(
          ({ isPubliclyVisible, requiresPlan }) =>
            account !== undefined || (isPubliclyVisible && requiresPlan.length === 0),
        )
        .map((channel) => toFakeCard(memory, channel, account)),
    };
  },
  'GET /api/channels/sections': (_request, caller) => {
    const { username } = personOf(caller);
    if (username === 'sinsecciones') throw new FakeRefusal('server.unavailable');
    if (username === 'vacio') return [];
    const { channels } = caller.memory;
    const shown = channels.filter((channel) => isFakeShown(channel, caller.memory));
    return [...new Set(shown.map(({ section }) => section))];
  },
  'GET /api/channels/unresponsive': (_request, caller) => {
    personOf(caller);
    return { ids: [...caller.memory.unresponsiveIds] };
  },
  'GET /api/channels/id/:id': ({ params: { id } }, caller) => {
    if (id === 'averiado') throw new FakeRefusal('server.unavailable');
    if (id === 'sin-datos') throw new FakeOddity(null);
    if (id === 'sin-ficha') throw new FakeOddity({});
    if (id === 'sin-formato') throw new FakeRefusal('stream.unplayable');
    const account = personOf(caller);
    if (id === 'sin-direccion') {
      const card = toFakeCard(caller.memory, makeFakeChannel({ name: 'Sin dirección' }), account);
      throw new FakeOddity({ ...card, url: '', streamKind: 'hls' });
    }
    const channel = findFakeChannel(caller.memory, id);
    requireFakePlan(account, channel);
    return {
      ...toFakeCard(caller.memory, channel, account),
      url: `/api/stream/${channel._id}/index.m3u8`,
      streamKind: channel.streamKind,
      ...(channel.imageSubtitles && { imageSubtitles: channel.imageSubtitles }),
    };
  },

  'GET /api/admin/demo': (_request, { memory }) => ({
    isPresent: memory.isDemoPresent,
    channels: memory.isDemoPresent ? memory.channels.length : 0,
    videos: memory.isDemoPresent ? memory.videos.length : 0,
    accounts: memory.isDemoPresent ? memory.accounts.size : 0,
  }),
  'DELETE /api/admin/demo': (_request, { memory }) => {
    memory.isDemoPresent = false;
    memory.channels = [];
    memory.videos = [];
    memory.collections = [];
    return { message: 'Se eliminó el catálogo de demostración.' };
  },
};
