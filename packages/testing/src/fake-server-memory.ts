import { randomBytes } from 'node:crypto';
import {
  canOpen,
  liveTvSection,
  type AdminChannel,
  type ChannelSource,
  type AuditEntry,
  type Collection,
  type Device,
  type EnrichmentSource,
  type ErrorCode,
  type ImportDetail,
  type ImportRow,
  type PlanKey,
  type PlayingDevice,
  type Role,
  type WatchProgress,
} from '@butaca/contract';
import { createFakeUpkeep, type FakeUpkeep } from './fake-upkeep.ts';
import { createFakeVideos, type FakeVideo } from './fake-server-videos.ts';
import { makeSlug } from './fake-slug.ts';

/** The password of every account that the fake server begins with. */
export const fakePassword = 'palabra-de-paso';

export interface FakeAccount {
  username: string;
  password: string;
  role: Role;
  plan: PlanKey;
  isActive: boolean;
  expiresAt?: string | null;
  awaitsApproval?: boolean;
  /** The password is a one-time one, and whether it has signed in. */
  oneTimePassword?: 'fresh' | 'used';
}

/** A device of a person, as administrators see it. */
export interface FakeDevice extends Device {
  username: string;
}

export interface FakeChannel extends AdminChannel {
  colour: string | null;
  /** Its addresses in their order; absent: `url` alone. */
  sources?: ChannelSource[];
}

/** A collection; its videos by key, in the order in which they were added. */
export interface FakeCollection extends Omit<Collection, 'items'> {
  itemIds: string[];
}

/** Where a person is in a video. */
export interface FakeProgress extends WatchProgress {
  username: string;
  videoId: string;
  /** Taken off «Continuar Viendo». */
  isHidden: boolean;
}

/** A device that is playing, and what. */
export interface FakeStream extends Omit<PlayingDevice, 'isThisDevice'> {
  username: string;
}

/** What a person keeps on their list. */
export interface FakeFavourite {
  username: string;
  itemType: 'video' | 'channel';
  itemId: string;
}

/** An import with its report. */
export interface FakeImport extends ImportDetail {
  rows: ImportRow[];
}

/** What the fake server remembers. Tests may look at it and change it. */
export interface FakeMemory {
  accounts: Map<string, FakeAccount>;
  /** Of everybody; the last seen first. */
  devices: FakeDevice[];
  /** How many may play at once on each plan. */
  planStreams: Record<PlanKey, number>;
  /** What administrators did, newest first. */
  audit: AuditEntry[];
  /** Token → whose it is, and the device it is bound to. */
  sessions: Map<string, { username: string; deviceId: string }>;
  channels: FakeChannel[];
  /** In the order in which they were added: the last is the newest. */
  videos: FakeVideo[];
  /** Where films and chapters come from, by their keys, once somebody has said so. */
  addresses: Map<string, string>;
  collections: FakeCollection[];
  progress: FakeProgress[];
  /** `<username> <chapter's key>` → where the person is in a chapter. */
  chapterPlaces: Map<string, { lastTime: number; progress: number }>;
  /** The devices of everybody that are playing. */
  streams: FakeStream[];
  /** Why the gateway refuses every stream; without it they are not there at all. */
  streamRefusal: ErrorCode | null;
  /** How far the server's clock is ahead of this device's. */
  clockAheadMs: number;
  /** Whoever asks for a stream gets a byte. */
  hasStreams: boolean;
  /** Why the gateway refuses what is converted; only that. */
  conversionRefusal: ErrorCode | null;
  /** Films and chapters, by their keys, whose files the server finds that a browser cannot play. */
  unplayableIds: Set<string>;
  /** Films and chapters in whose files there is nothing to convert. */
  wholeIds: Set<string>;
  /** How many of a person's devices may play at once. */
  maxStreams: number;
  /** In the order in which they were added. */
  favourites: FakeFavourite[];
  /** Whole minutes of everybody's trial. */
  trial: { minutesRemaining: number; usedToday: number };
  /** Where what a watch page knows comes from. */
  enrichment: EnrichmentSource;
  upkeep: FakeUpkeep;
  isDemoPresent: boolean;
  /** Newest first. */
  imports: FakeImport[];
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

const collections: readonly (readonly [name: string, FakeCollection['itemsModel'], readonly string[]])[] = [
  [
    'Noches de invierno',
    'Video',
    ['la-noche-sin-final', 'el-faro-del-sur', 'navidad-en-la-azotea', 'solo-para-premium'],
  ],
  ['Maratón de series', 'Serie', ['la-casa-de-los-relojes', 'marea-alta', 'espada-de-niebla']],
  ['Aún sin títulos', 'Video', []],
];

/** The last of a person's entries is the one that they watched last. */
const watched: readonly (readonly [username: string, videoId: string, progress: number, chapter?: number])[] =
  [
    ['valentina', 'el-jardin-del-sur', 1],
    ['valentina', 'oceano-4k', 0],
    ['valentina', 'espada-de-niebla', 0.08, 1],
    ['valentina', 'el-faro-de-nuble', 0.4],
    ['valentina', 'la-casa-de-los-relojes', 0.65, 4],
    ['gerardo', 'cafe-con-leche', 0.3, 2],
  ];

function makeFakeProgress(
  [username, videoId, progress, chapter]: (typeof watched)[number],
  index: number,
): FakeProgress {
  const duration = chapter === undefined ? 6_000 : 1_425;
  return {
    username,
    videoId,
    isHidden: false,
    lastTime: Math.round(duration * progress),
    duration,
    progress,
    completed: progress === 1,
    lastWatched: new Date(Date.UTC(2026, 8, 1 + index, 20)).toISOString(),
    lastSeason: chapter === undefined ? null : 1,
    lastChapter: chapter ?? null,
    savedElsewhere: false,
  };
}

/** A memory with its people, its twelve channels, and its videos, collections and lists. */
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
    devices: [],
    planStreams: { gplay: 1, estandar: 2, cinefilo: 2, sports: 2, premium: 4 },
    audit: [],
    sessions: new Map(),
    channels: channels.map(([name, section, plans], index) =>
      makeFakeChannel({
        name,
        section,
        requiresPlan: [...(plans ?? ['gplay', 'premium'])],
        isFeatured: index < 8,
      }),
    ),
    videos: createFakeVideos(),
    addresses: new Map(),
    collections: collections.map(([name, itemsModel, itemIds]) => ({
      _id: makeSlug(name),
      name,
      itemsModel,
      itemIds: [...itemIds],
    })),
    progress: watched.map(makeFakeProgress),
    chapterPlaces: new Map(),
    streams: [],
    streamRefusal: null,
    clockAheadMs: 0,
    hasStreams: false,
    conversionRefusal: null,
    unplayableIds: new Set(),
    wholeIds: new Set(),
    maxStreams: 2,
    favourites: [
      { username: 'valentina', itemType: 'video', itemId: 'marea-alta' },
      { username: 'valentina', itemType: 'channel', itemId: 'cenit-24' },
      { username: 'valentina', itemType: 'video', itemId: 'el-faro-de-cristal' },
    ],
    trial: { minutesRemaining: 12, usedToday: 3 },
    isDemoPresent: true,
    enrichment: 'gemini',
    upkeep: createFakeUpkeep(),
    imports: [],
  };
}

/** A channel whose `_id` is its name in lower case, dashes for spaces, without accents. */
export function makeFakeChannel(given: Partial<FakeChannel> & { name: string }): FakeChannel {
  const slug = makeSlug(given.name);
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
