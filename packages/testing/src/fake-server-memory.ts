import { randomBytes } from 'node:crypto';
import {
  canOpen,
  liveTvSection,
  planKeys,
  type FileContents,
  type ImageSubtitle,
  type Activation,
  type AdminChannel,
  type AdminChannelDetail,
  type AdminVersion,
  type AdminVideoDetail,
  type ChannelSource,
  type AuditEntry,
  type Collection,
  type Device,
  type EnrichmentSource,
  type ErrorCode,
  type ImportDetail,
  type ImportRow,
  type Invitation,
  type PlanKey,
  type PlanLimit,
  type PlanRequest,
  type PlayingDevice,
  type Role,
  type Settings,
  type SourceReport,
  type WatchProgress,
  type Provider,
  type ProviderRule,
  type PushKind,
  type ProviderServer,
} from '@butaca/contract';
import { createFakeOperations, type FakeOperations } from './fake-operations.ts';
import { createFakeFacts, type FakeFacts } from './fake-facts.ts';
import { createFakeGuide, type FakeGuide } from './fake-guide.ts';
import { createFakeVideos, type FakeVideo } from './fake-videos.ts';
import { makeSlug } from './fake-slug.ts';

/** The password of all accounts that exist when the fake server starts. */
export const fakePassword = 'palabra-de-paso';

export interface FakeAccount {
  username: string;
  password: string;
  role: Role;
  plan: PlanKey;
  isActive: boolean;
  expiresAt?: string | null;
  awaitsApproval?: boolean;
  /**
   * Set when the account's password is a one-time password given by an administrator; `used` once the person has signed
   * in with it.
   */
  oneTimePassword?: 'fresh' | 'used';
  /** The account's second factor; it is on once it has `since` (ISO 8601), before that it was only begun. */
  secondFactor?: { since?: string; recoveryCodes: string[] };
}

/** A browser or app with which a user of the fake server signs in, as administrators see it. */
export interface FakeDevice extends Device {
  username: string;
  /** The name under which the person sees the device among their own; «Dispositivo» without it. */
  name?: string;
}

/** The tags of a fake video or chapter; a chapter has languages and a quality only. */
export type FakeTags = Pick<AdminVideoDetail, 'languages' | 'quality' | 'edition' | 'country'>;

export interface FakeChannel extends AdminChannel, Pick<AdminChannelDetail, 'country'> {
  colour: string | null;
  /**
   * The channel's sources (stream URLs) in the order in which they are tried; without this property the only source is
   * `url`.
   */
  sources?: ChannelSource[];
  /** Its subtitles that a browser does not show; without this property it has none. */
  imageSubtitles?: ImageSubtitle[];
}

/**
 * A collection (a named list of videos) of the fake server; `itemIds` are the ids of its videos, in the order in which
 * they were added.
 */
export interface FakeCollection extends Omit<Collection, 'items'> {
  itemIds: string[];
  /** The entry of the audit log that says who added a title, by the title's id. */
  additions: Map<string, string>;
}

export interface FakeProgress extends WatchProgress {
  username: string;
  videoId: string;
  /** Whether the person removed the video from the row «Continuar Viendo» of the home page. */
  isHidden: boolean;
}

/** A device of a user that plays something on the fake server at this moment, with the title. */
export interface FakePlayingDevice extends Omit<PlayingDevice, 'isThisDevice'> {
  username: string;
}

/** A video or channel on the list «Mi lista» of a user of the fake server. */
export interface FakeFavourite {
  username: string;
  itemType: 'video' | 'channel';
  itemId: string;
}

/** An import of an M3U file into the fake server, with its report: one row per entry of the file. */
export interface FakeImport extends ImportDetail {
  rows: ImportRow[];
}

/** An invitation with which a user of the fake server sets their own password. */
export interface FakeInvitation {
  token: string;
  username: string;
  expiresAt: string;
  state: 'open' | 'used' | 'revoked';
}

/** A code that a television shows, as the fake server keeps it; `username` is who has let the television in. */
export interface FakeActivation extends Partial<Pick<Activation, 'deviceName' | 'type' | 'isSameNetwork'>> {
  code: string;
  secret: string;
  deviceId: string;
  expiresAt: string;
  state: 'open' | 'allowed' | 'denied' | 'claimed';
  username?: string;
}

/** A request of a user of the fake server for another plan; `planBefore` is the plan that the user had. */
export interface FakePlanRequest extends Omit<PlanRequest, 'username' | 'currentPlan'> {
  planBefore: PlanKey | null;
}

/** The state of the fake server, in place of a database. Tests may read and change it. */
export interface FakeMemory {
  accounts: Map<string, FakeAccount>;
  /** The devices of all users of the fake server, most recently seen first. */
  devices: FakeDevice[];
  /** For each subscription plan, how many devices of one person may play at once, as administrators have set it. */
  planStreams: Record<PlanKey, number>;
  /** What the page of plans shows of each subscription plan. */
  planOffers: Record<PlanKey, Pick<PlanLimit, 'name' | 'price' | 'isHidden' | 'position'>>;
  /** The newest request of each user for another plan, oldest first. */
  planRequests: FakePlanRequest[];
  /** How many requests for plans were made; the ids of requests count on from here. */
  lastPlanRequest: number;
  settings: Settings;
  /** The still that the live billboard shows of the first channel. */
  still: string | null;
  /** The entries of the fake server's audit log (what administrators did), newest first. */
  audit: AuditEntry[];
  /** The sessions of signed-in people by session token, each with its user and the device to which it is bound. */
  sessions: Map<string, { username: string; deviceId: string }>;
  /** The addresses with one of which the links of invitations begin; at the start, the fake server's own. */
  linkBases: Pick<Invitation, 'baseUrls' | 'basis'>;
  /** All invitations that the fake server has made, the newest last. */
  invitations: FakeInvitation[];
  /** All codes for televisions that the fake server has made, the newest last. */
  activations: FakeActivation[];
  /** How many wrong codes for televisions the fake server answers before it refuses all codes. */
  wrongCodesLeft: number;
  /**
   * Whether logins with a one-time password count as recent, so that the person chooses a password without typing that
   * one again.
   */
  areLoginsFresh: boolean;
  channels: FakeChannel[];
  /** What plays have shown of sources that failed, by the ids of the sources. */
  sourceReports: (SourceReport & { _id: string })[];
  /** The ids of the channels that did not play when somebody opened them last. */
  unresponsiveIds: Set<string>;
  /** The videos of the fake server's catalogue in the order in which they were added: the last one is the newest. */
  videos: FakeVideo[];
  /**
   * The stream URLs of films and chapters that an administrator has saved in the editor, by the id of the film or
   * chapter.
   */
  addresses: Map<string, string>;
  /** What is known of fake videos and chapters besides, by their ids. */
  tags: Map<string, FakeTags>;
  /** The versions of fake films and chapters, by the ids of these. */
  versions: Map<string, AdminVersion[]>;
  collections: FakeCollection[];
  progress: FakeProgress[];
  /** How far each user of the fake server has watched chapters, by the key `<username> <chapter's id>`. */
  /** What the files of films contain, by the film's id; by default nothing is known. */
  fileContents: Map<string, FileContents>;
  chapterPositions: Map<string, { lastTime: number; progress: number }>;
  playing: FakePlayingDevice[];
  /**
   * The error code with which the fake server refuses every request for a stream; with `null`, `hasStreams` decides.
   */
  streamRefusal: ErrorCode | null;
  /** How far the fake server's clock is ahead of the client's, in milliseconds. */
  clockAheadMs: number;
  /** Whether the fake server answers requests for streams with a body of one byte, instead of failing with 404. */
  hasStreams: boolean;
  /** The error code with which the fake server refuses only requests for converted streams; `null` for no refusal. */
  conversionRefusal: ErrorCode | null;
  /** The `retry-after` in seconds that the fake server sends with the refusal «too many conversions at once». */
  busySeconds: number;
  /** Ids of films and chapters whose media files browsers can play only after the server has converted them. */
  unplayableIds: Set<string>;
  /** Ids of films and chapters whose media files the fake server never converts, even if the client asks for it. */
  wholeIds: Set<string>;
  /** How many devices of a person may play at once, as the fake server tells the person. */
  maxStreams: number;
  /** The favourites of all users of the fake server, in the order in which they were added. */
  favourites: FakeFavourite[];
  /**
   * The free trial (viewing of titles that the plan does not open): the minutes that every user has left and has used
   * today.
   */
  trial: { minutesRemaining: number; usedToday: number };
  /** Who writes the extra content of watch pages: a generative model (`gemini`) or the catalogue (`fallback`). */
  enrichment: EnrichmentSource;
  operations: FakeOperations;
  isDemoPresent: boolean;
  /** The imports of M3U files into the fake server, newest first. */
  imports: FakeImport[];
  /** The ids of previews that are read again with choices: each runs until somebody has asked for its state. */
  rereadIds: Set<string>;
  providers: Provider[];
  /** What each provider remembers of choices in previews, by its id. */
  providerRules: Record<string, ProviderRule[]>;
  /** The servers of each provider with their certificates, by its id. */
  providerServers: Record<string, ProviderServer[]>;
  guide: FakeGuide;
  facts: FakeFacts;
  /** Which devices get notices while the page is closed, by the id of the device. */
  push: Map<string, FakePush>;
}

/** The subscription of a device, as its browser has given it. */
export interface FakePush {
  endpoint: string;
  auth: string;
  kinds: PushKind[];
}

/**
 * The accounts that exist when the fake server starts: `valentina` has the plan premium, `gerardo` the lowest plan,
 * `ada` is an administrator; every other user name triggers a fault in some call.
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

/** How far each user has watched which videos when the fake server starts, oldest first. */
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

/**
 * Creates the state with which the fake server starts: accounts, twelve channels, videos, collections and favourites.
 *
 * @param origin - the base URL of the fake server
 */
export function createFakeMemory(origin: string): FakeMemory {
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
    planOffers: Object.fromEntries(
      planKeys.map((key, position) => [key, { name: '', price: '', isHidden: false, position }]),
    ) as FakeMemory['planOffers'],
    planRequests: [],
    still: null,
    lastPlanRequest: 0,
    settings: {
      newAccountPlan: 'gplay',
      hideAdults: false,
      viewersAddToCollections: true,
      copiesAtOnce: null,
      encodingsAtOnce: null,
      automatic: { copies: 8, encodings: 1 },
      videoEncoder: null,
      encoders: [],
      footer: {
        terminos: { address: 'https://operador.example/terminos', text: '' },
        privacidad: {
          address: '',
          text: 'Guardamos tu usuario y lo que ves.\n\nNada sale de este servidor.',
        },
        soporte: { address: 'https://operador.example/soporte', text: '' },
      },
    },
    audit: [],
    sessions: new Map(),
    linkBases: { baseUrls: [origin], basis: 'opened' },
    invitations: [],
    activations: [],
    wrongCodesLeft: 5,
    areLoginsFresh: true,
    sourceReports: [],
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
    tags: new Map(),
    versions: new Map(),
    collections: collections.map(([name, itemsModel, itemIds]) => ({
      _id: makeSlug(name),
      name,
      itemsModel,
      itemIds: [...itemIds],
      additions: new Map(),
    })),
    progress: watched.map(makeFakeProgress),
    fileContents: new Map(),
    chapterPositions: new Map(),
    playing: [],
    streamRefusal: null,
    clockAheadMs: 0,
    hasStreams: false,
    conversionRefusal: null,
    busySeconds: 1,
    unplayableIds: new Set(),
    unresponsiveIds: new Set(),
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
    operations: createFakeOperations(),
    imports: [],
    rereadIds: new Set(),
    providers: [],
    providerRules: {},
    providerServers: {},
    guide: createFakeGuide(),
    push: new Map(),
    facts: createFakeFacts(),
  };
}

/**
 * Makes a channel for the fake server. Its `_id` is the name in lower case, without accents, with dashes for spaces.
 */
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
    isAdult: false,
    country: null,
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

/** Creates a session on the fake server without a login request, as if the person had signed in before. */
export function openFakeSession(memory: FakeMemory, username: string, deviceId: string): string {
  const token = randomBytes(24).toString('base64url');
  memory.sessions.set(token, { username, deviceId });
  return token;
}

/**
 * The data of a channel's card as a viewer receives it, with a lock where the viewer's plan does not open the channel.
 */
export function toFakeCard(
  { channels }: Pick<FakeMemory, 'channels'>,
  channel: FakeChannel,
  viewer: FakeAccount | undefined,
) {
  const { _id, name, description, section, logo, colour, isFeatured, requiresPlan } = channel;
  const isOpen = viewer !== undefined && canOpen(viewer, requiresPlan, liveTvSection);
  return {
    _id,
    name,
    description,
    section,
    logo,
    colour,
    // A channel that the fake server makes for one answer is not among its channels.
    number: channels.includes(channel) ? channels.indexOf(channel) + 1 : channels.length + 1,
    isFeatured,
    locked: !isOpen,
  };
}
