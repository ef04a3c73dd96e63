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

/** The password of all accounts that the fake server starts with. */
export const fakePassword = 'palabra-de-paso';

export interface FakeAccount {
  username: string;
  password: string;
  role: Role;
  plan: PlanKey;
  isActive: boolean;
  expiresAt?: string | null;
  awaitsApproval?: boolean;
  /** Set when the password is a one-time password: `used` once the person has signed in with it. */
  oneTimePassword?: 'fresh' | 'used';
}

/** A person's device, as administrators see it. */
export interface FakeDevice extends Device {
  username: string;
}

export interface FakeChannel extends AdminChannel {
  colour: string | null;
  /** The sources of the channel in order; without this property the only source is `url`. */
  sources?: ChannelSource[];
}

/** A collection; `itemIds` are the ids of its videos, in the order in which they were added. */
export interface FakeCollection extends Omit<Collection, 'items'> {
  itemIds: string[];
}

/** A person's progress in one video. */
export interface FakeProgress extends WatchProgress {
  username: string;
  videoId: string;
  /** Whether the person removed the video from «Continuar Viendo». */
  isHidden: boolean;
}

/** A device that is playing, with the title that it plays. */
export interface FakeStream extends Omit<PlayingDevice, 'isThisDevice'> {
  username: string;
}

/** A favourite: an item on a person's «Mi lista». */
export interface FakeFavourite {
  username: string;
  itemType: 'video' | 'channel';
  itemId: string;
}

/** An import with its report, one row per entry. */
export interface FakeImport extends ImportDetail {
  rows: ImportRow[];
}

/** The state of the fake server. Tests may read and change it. */
export interface FakeMemory {
  accounts: Map<string, FakeAccount>;
  /** The devices of all accounts, most recently seen first. */
  devices: FakeDevice[];
  /** For each plan, how many devices of a person may play at once. */
  planStreams: Record<PlanKey, number>;
  /** The audited actions of administrators, newest first. */
  audit: AuditEntry[];
  /** Sessions by their token: the account, and the device to which the session is bound. */
  sessions: Map<string, { username: string; deviceId: string }>;
  channels: FakeChannel[];
  /** Videos in the order in which they were added: the last one is the newest. */
  videos: FakeVideo[];
  /** The URLs of films and chapters that an editor has saved, by the id of the film or chapter. */
  addresses: Map<string, string>;
  collections: FakeCollection[];
  progress: FakeProgress[];
  /** Each person's progress in chapters, by the key `<username> <chapter's key>`. */
  chapterPlaces: Map<string, { lastTime: number; progress: number }>;
  /** The playing devices of all accounts. */
  streams: FakeStream[];
  /** The error code with which the gateway refuses every stream; with `null`, streams are answered with 404. */
  streamRefusal: ErrorCode | null;
  /** How far the server's clock is ahead of the client's, in milliseconds. */
  clockAheadMs: number;
  /** Whether streams exist; every stream is then answered with one byte. */
  hasStreams: boolean;
  /** The error code with which the gateway refuses converted streams only. */
  conversionRefusal: ErrorCode | null;
  /** Ids of films and chapters whose files browsers cannot play. */
  unplayableIds: Set<string>;
  /** Ids of films and chapters whose files need no conversion. */
  wholeIds: Set<string>;
  /** How many devices of one person may play at once. */
  maxStreams: number;
  /** Favourites in the order in which they were added. */
  favourites: FakeFavourite[];
  /** The trial time that every person has left and has used today, in whole minutes. */
  trial: { minutesRemaining: number; usedToday: number };
  /** The source of enrichment: a generative model or the catalogue. */
  enrichment: EnrichmentSource;
  upkeep: FakeUpkeep;
  isDemoPresent: boolean;
  /** The imports, newest first. */
  imports: FakeImport[];
}

/**
 * The initial accounts: `valentina` has the plan premium, `gerardo` the lowest plan, `ada` is an administrator; each
 * other user name triggers a fault.
 */
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

/** The initial progress of each person, oldest first. */
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

/** Creates the fake server's initial state: accounts, twelve channels, videos, collections and favourites. */
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

/** Makes a channel whose `_id` is its name in lower case, without accents, with dashes for spaces. */
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

/** The card of a channel, as a viewer receives it. */
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
