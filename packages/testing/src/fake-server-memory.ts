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
import { createFakeVideos, type FakeVideo } from './fake-videos.ts';
import { makeSlug } from './fake-slug.ts';

/** The password of all accounts that the fake server has at the start. */
export const fakePassword = 'palabra-de-paso';

export interface FakeAccount {
  username: string;
  password: string;
  role: Role;
  plan: PlanKey;
  isActive: boolean;
  expiresAt?: string | null;
  awaitsApproval?: boolean;
  /** Set when the password is a one-time password: whether it has been used to sign in. */
  oneTimePassword?: 'fresh' | 'used';
}

/** A device of a person, as administrators see it. */
export interface FakeDevice extends Device {
  username: string;
}

export interface FakeChannel extends AdminChannel {
  colour: string | null;
  /** Its addresses in order; absent: only `url`. */
  sources?: ChannelSource[];
}

/** A collection; its videos by key, in the order in which they were added. */
export interface FakeCollection extends Omit<Collection, 'items'> {
  itemIds: string[];
}

/** The progress of a person in a video. */
export interface FakeProgress extends WatchProgress {
  username: string;
  videoId: string;
  /** Removed from «Continuar Viendo». */
  isHidden: boolean;
}

/** A device that is playing, with what it plays. */
export interface FakeStream extends Omit<PlayingDevice, 'isThisDevice'> {
  username: string;
}

/** An item on a person's list. */
export interface FakeFavourite {
  username: string;
  itemType: 'video' | 'channel';
  itemId: string;
}

/** An import with its report. */
export interface FakeImport extends ImportDetail {
  rows: ImportRow[];
}

/** The state of the fake server. Tests may read and change it. */
export interface FakeMemory {
  accounts: Map<string, FakeAccount>;
  /** The devices of all accounts, most recently seen first. */
  devices: FakeDevice[];
  /** How many devices may play at once, for each plan. */
  planStreams: Record<PlanKey, number>;
  /** What administrators did, newest first. */
  audit: AuditEntry[];
  /** Token → its account, and the device to which it is bound. */
  sessions: Map<string, { username: string; deviceId: string }>;
  channels: FakeChannel[];
  /** In the order of their addition: the last is the newest. */
  videos: FakeVideo[];
  /** The addresses of films and chapters that an editor has saved, by id. */
  addresses: Map<string, string>;
  collections: FakeCollection[];
  progress: FakeProgress[];
  /** `<username> <chapter's key>` → the person's progress in a chapter. */
  chapterPlaces: Map<string, { lastTime: number; progress: number }>;
  /** The playing devices of all accounts. */
  streams: FakeStream[];
  /** The code with which the gateway refuses every stream; `null`: streams do not exist (404). */
  streamRefusal: ErrorCode | null;
  /** How far the server's clock is ahead of the client's. */
  clockAheadMs: number;
  /** Every stream is answered with one byte. */
  hasStreams: boolean;
  /** The code with which the gateway refuses converted streams only. */
  conversionRefusal: ErrorCode | null;
  /** Ids of films and chapters whose files the server finds unplayable in a browser. */
  unplayableIds: Set<string>;
  /** Ids of films and chapters whose files need no conversion. */
  wholeIds: Set<string>;
  /** How many devices of one person may play at once. */
  maxStreams: number;
  /** In the order of their addition. */
  favourites: FakeFavourite[];
  /** The trial of every person, in whole minutes. */
  trial: { minutesRemaining: number; usedToday: number };
  /** Where the enrichment of titles comes from. */
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

/** Progress of each person in order: the last entry is the most recent. */
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

/** A memory with its accounts, twelve channels, videos, collections and lists. */
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

/** A channel whose `_id` is its name in lower case, without accents, with dashes for spaces. */
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

/** Creates a session without a login, as if the person had signed in before. */
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
    locked: !isOpen,
  };
}
