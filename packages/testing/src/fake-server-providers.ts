import { missingKeptDays, tryStages, type Provider, type ProviderServer } from '@butaca/contract';
import { keepAct, requireOwnPassword } from './fake-server-accounts.ts';
import { FakeRefusal, type FakeCaller, type FakeRoutes } from './fake-server-caller.ts';

type ProviderRoute = Extract<keyof FakeRoutes, `${string} /api/admin/providers${string}`>;

function findProvider({ memory }: FakeCaller, id: string): Provider {
  const found = memory.providers.find(({ _id }) => _id === id);
  if (found === undefined) throw new FakeRefusal('provider.not_found');
  return found;
}

/** The address of a list as the fake server shows it: without path and query. */
const shown = (address: string): string =>
  `${new URL(address).origin}/${new URL(address).pathname.split('/').at(-1)}`;

/** Makes a provider for the fake server; what is not given is as after the first successful refresh. */
export const makeFakeProvider = (given: Partial<Provider> & { _id: string; name: string }): Provider => ({
  kind: 'm3u',
  address: 'http://tv.example/…/lista.m3u?…',
  timeZone: null,
  country: null,
  maxConnections: null,
  isMaxConnectionsReported: false,
  usedConnections: 0,
  unstableSources: 0,
  refreshHours: 24,
  isPaused: false,
  state: 'idle',
  isQueued: false,
  unreadSeries: 0,
  readsAhead: false,
  backgroundRequests: 0,
  items: { sources: 0, films: 0, chapters: 0, series: 0, hidden: 0 },
  nextRefreshAt: null,
  triedAt: null,
  refreshedAt: null,
  change: null,
  errorCode: null,
  error: null,
  waitingImportId: null,
  waitingReason: null,
  lastImportId: null,
  expiresAt: null,
  purgedAt: null,
  createdAt: new Date().toISOString(),
  ...given,
});

/** Makes a server of a provider, for the fake server; what is not given is of one whose certificate nobody has signed. */
export function makeFakeProviderServer(given: Partial<ProviderServer> = {}): ProviderServer {
  return {
    origin: 'https://tv.example:8443',
    state: 'refused',
    sentence: 'No es válido: lo ha firmado el propio servidor.',
    presented: makeFakeCertificate('AA'),
    allowed: null,
    ...given,
  };
}

/** Makes a certificate whose fingerprint repeats two hexadecimal digits. */
export const makeFakeCertificate = (digits: string): NonNullable<ProviderServer['presented']> => ({
  fingerprint: Array.from({ length: 32 }, () => digits).join(':'),
  subject: 'CN=tv.example',
  issuer: 'CN=tv.example',
  validFrom: '2026-01-01T00:00:00.000Z',
  validTo: '2027-01-01T00:00:00.000Z',
});

/** A refresh stays «refreshing» until the test changes it. */
export const providerRoutes: Pick<FakeRoutes, ProviderRoute> = {
  'GET /api/admin/providers': (_request, { memory }) => ({ providers: memory.providers }),
  'POST /api/admin/providers': ({ body }, caller) => {
    const provider = makeFakeProvider({
      kind: body.kind ?? 'm3u',
      _id: `proveedor-${caller.memory.providers.length + 1}`,
      name: body.name || new URL(body.address).hostname,
      address: shown(body.address),
      timeZone: body.timeZone ?? null,
      country: body.country ?? null,
      maxConnections: body.maxConnections ?? null,
      refreshHours: body.refreshHours === undefined ? 24 : body.refreshHours,
      state: 'refreshing',
    });
    caller.memory.providers.push(provider);
    keepAct(caller, 'provider.create', provider.name);
    return provider;
  },
  'PUT /api/admin/providers/:id': ({ params: { id }, body }, caller) => {
    const provider = findProvider(caller, id);
    const {
      address,
      username: _username,
      password: _password,
      userAgent: _userAgent,
      referrer: _referrer,
      ...sent
    } = body;
    if (address !== undefined && provider.kind === 'file') throw new FakeRefusal('provider.no_address');
    const changes = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
    Object.assign(provider, changes, address !== undefined && { address: shown(address) });
    keepAct(caller, 'provider.update', provider.name);
    return provider;
  },
  'GET /api/admin/providers/:id/rules': ({ params: { id } }, caller) => {
    findProvider(caller, id);
    return { rules: caller.memory.providerRules[id] ?? [] };
  },
  'DELETE /api/admin/providers/:id/rules/:rule': ({ params: { id, rule } }, caller) => {
    findProvider(caller, id);
    const rules = (caller.memory.providerRules[id] ?? []).filter(({ _id }) => _id !== rule);
    caller.memory.providerRules[id] = rules;
    return { rules };
  },
  'POST /api/admin/providers/:id/refresh': ({ params: { id } }, caller) => {
    const provider = findProvider(caller, id);
    if (provider.state === 'removed') throw new FakeRefusal('provider.removed');
    if (provider.kind === 'file') throw new FakeRefusal('provider.no_address');
    if (provider.state === 'refreshing') throw new FakeRefusal('provider.refreshing');
    provider.state = 'refreshing';
    keepAct(caller, 'provider.refresh', provider.name);
    return provider;
  },
  'POST /api/admin/providers/:id/try': ({ params: { id } }, caller) => {
    if (findProvider(caller, id).kind === 'file') throw new FakeRefusal('provider.no_address');
    return {
      stages: tryStages.map((stage, index) => ({
        stage,
        outcome: index < 2 ? ('passed' as const) : index === 2 ? ('failed' as const) : ('skipped' as const),
        elapsedMs: index <= 2 ? 10 * index : null,
        sentence:
          index < 2 ? 'Bien.' : index === 2 ? 'El certificado no es válido.' : 'No se llegó a probar.',
      })),
    };
  },
  'GET /api/admin/providers/:id/certificates': ({ params: { id } }, caller) => {
    findProvider(caller, id);
    return { servers: caller.memory.providerServers[id] ?? [] };
  },
  'PUT /api/admin/providers/:id/certificates': ({ params: { id }, body }, caller) => {
    const provider = findProvider(caller, id);
    const { fingerprint, currentPassword } = body;
    const servers = caller.memory.providerServers[id] ?? [];
    const origin = new URL(body.origin).origin;
    const server = servers.find((each) => each.origin === origin);
    if (fingerprint !== null) {
      requireOwnPassword(caller, currentPassword);
      if (server === undefined) throw new FakeRefusal('provider.server_unknown');
      if (server.presented?.fingerprint !== fingerprint)
        throw new FakeRefusal('provider.certificate_changed');
      Object.assign(server, { state: 'allowed', allowed: server.presented, sentence: 'Lo has permitido.' });
      keepAct(caller, 'provider.certificate_allow', provider.name);
    } else if (server !== undefined && server.allowed !== null) {
      Object.assign(server, { state: 'refused', allowed: null, sentence: 'No es válido.' });
      keepAct(caller, 'provider.certificate_refuse', provider.name);
    }
    return { servers };
  },
  'DELETE /api/admin/providers/:id': ({ params: { id } }, caller) => {
    const provider = findProvider(caller, id);
    if (provider.state === 'removed') throw new FakeRefusal('provider.removed');
    provider.state = 'removed';
    provider.purgedAt = new Date(Date.now() + missingKeptDays * 86_400_000).toISOString();
    keepAct(caller, 'provider.remove', provider.name);
    return { message: 'Proveedor eliminado. Puedes recuperarlo durante 14 días.', provider };
  },
  'POST /api/admin/providers/:id/restore': ({ params: { id } }, caller) => {
    const provider = findProvider(caller, id);
    if (provider.state !== 'removed') throw new FakeRefusal('provider.not_removed');
    Object.assign(provider, { state: 'idle', purgedAt: null });
    keepAct(caller, 'provider.restore', provider.name);
    return { message: 'Proveedor recuperado.', provider };
  },
};
