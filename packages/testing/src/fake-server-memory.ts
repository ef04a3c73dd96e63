import { randomBytes } from 'node:crypto';
import { canOpen, liveTvSection, type AdminChannel, type PlanKey, type Role } from '@butaca/contract';

/** The password of every account that the fake server begins with. */
export const fakePassword = 'palabra-de-paso';

export interface FakeAccount {
  username: string;
  password: string;
  role: Role;
  plan: PlanKey;
  isActive: boolean;
}

export interface FakeChannel extends AdminChannel {
  colour: string | null;
}

/** What the fake server remembers. Tests may look at it and change it. */
export interface FakeMemory {
  accounts: Map<string, FakeAccount>;
  /** Token → whose it is, and the device it is bound to. */
  sessions: Map<string, { username: string; deviceId: string }>;
  channels: FakeChannel[];
  isDemoPresent: boolean;
}

/** People: `valentina` has premium, `gerardo` the lowest plan, `ada` is an administrator; the others bring a fault. */
const people: readonly (readonly [username: string, role: Role, plan: PlanKey])[] = [
  ['valentina', 'user', 'premium'],
  ['gerardo', 'user', 'gplay'],
  ['ada', 'admin', 'premium'],
  ['inactiva', 'user', 'gplay'],
  ['sinsecciones', 'user', 'premium'],
  ['sincanales', 'user', 'premium'],
  ['vacio', 'user', 'premium'],
];

const channels: readonly (readonly [name: string, section: string, plans?: readonly PlanKey[]])[] = [
  ['Cénit 24', 'Noticias'],
  ['Área Chica', 'Deportes'],
  ['Cine Plaza', 'Cine', ['cinefilo', 'premium']],
  ['Musa', 'Música'],
  ['Brújula', 'Viajes'],
  ['Quetzal', 'Naturaleza'],
  ['Órbita', 'Ciencia'],
  ['Piñata', 'Infantil'],
  ['Faro Noticias', 'Noticias'],
  ['Liga Sur', 'Deportes', ['premium']],
  ['Sazón', 'Cocina'],
  ['Onda 9', 'General'],
];

/** A memory with its people and its twelve channels. */
export function createFakeMemory(): FakeMemory {
  const accounts = people.map(([username, role, plan]): FakeAccount => ({
    username,
    password: fakePassword,
    role,
    plan,
    isActive: username !== 'inactiva',
  }));
  return {
    accounts: new Map(accounts.map((account) => [account.username, account])),
    sessions: new Map(),
    channels: channels.map(([name, section, plans], index) =>
      makeFakeChannel({
        name,
        section,
        requiresPlan: [...(plans ?? ['gplay', 'premium'])],
        isFeatured: index < 8,
      }),
    ),
    isDemoPresent: true,
  };
}

/** A channel whose `_id` is its name in lower case, dashes for spaces, without accents. */
export function makeFakeChannel(given: Partial<FakeChannel> & { name: string }): FakeChannel {
  const slug = given.name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return {
    _id: slug,
    url: `https://emision.example/${slug}/index.m3u8`,
    logo: null,
    customThumbnail: null,
    thumbnail: null,
    description: `La señal de ${given.name}.`,
    section: 'General',
    active: true,
    isFeatured: false,
    isPubliclyVisible: true,
    requiresPlan: [],
    userAgent: null,
    referrer: null,
    streamKind: 'hls',
    isPlayable: true,
    sourceCount: 1,
    colour: null,
    ...given,
  };
}

/** Opens a session without a login, as if the person had been here before. */
export function openFakeSession(memory: FakeMemory, username: string, deviceId: string): string {
  const token = randomBytes(24).toString('base64url');
  memory.sessions.set(token, { username, deviceId });
  return token;
}

/** A channel as a viewer's list shows it. */
export function toFakeCard(channel: FakeChannel, viewer: FakeAccount | undefined) {
  const { _id, name, description, section, logo, colour, isFeatured, requiresPlan } = channel;
  const isOpen = viewer !== undefined && canOpen(viewer, requiresPlan, liveTvSection);
  return {
    _id,
    name,
    description,
    section,
    logo,
    colour,
    isFeatured,
    locked: viewer !== undefined && !isOpen,
  };
}
