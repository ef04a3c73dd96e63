import type {
  EndpointAnswer,
  getProgramme,
  GuideChannel,
  GuideMatch,
  GuideOffer,
  GuideSource,
} from '@butaca/contract';

/** A programme of the fake server, with what only its sheet shows. */
export type FakeProgramme = EndpointAnswer<typeof getProgramme>['programme'];

/** The guides of the fake server. Tests may read and change them. */
export interface FakeGuide {
  sources: GuideSource[];
  offers: GuideOffer[];
  /** The channels that wait for a decision, have one, or were matched; all others have no guide. */
  matches: GuideMatch[];
  /** The channels of all guides, among which administrators search. */
  channels: GuideChannel[];
  /** What was decided before the present decisions, by the ids of the channels. */
  previousDecisions: Map<string, GuideMatch['decision']>;
  /** What matching had found for channels before somebody decided, by the ids of the channels. */
  matchedLinks: Map<string, Pick<GuideMatch, 'link' | 'reason'>>;
  /** The programmes of channels by the ids of the channels, by their starts and without overlaps. */
  programmes: Map<string, FakeProgramme[]>;
  /** For how many days the archives of channels keep programmes, by the ids of the channels. */
  archiveDays: Map<string, number>;
  /** The reminders of all accounts. */
  reminders: FakeReminder[];
}

/** A reminder of an account; its programme is not moved. */
export interface FakeReminder {
  _id: string;
  username: string;
  channelId: string;
  title: string;
  startsAt: string;
  endsAt: string;
}

export const createFakeGuide = (): FakeGuide => ({
  sources: [],
  offers: [],
  matches: [],
  channels: [],
  previousDecisions: new Map(),
  matchedLinks: new Map(),
  programmes: new Map(),
  archiveDays: new Map(),
  reminders: [],
});

/** Makes a source of a guide for the fake server; what is not given is as after the first successful refresh. */
export const makeFakeGuideSource = (
  given: Partial<GuideSource> & { _id: string; name: string },
): GuideSource => ({
  kind: 'address',
  address: 'http://guia.example/guia.xml.gz',
  providerId: null,
  place: 1,
  timeZone: null,
  refreshHours: 12,
  isPaused: false,
  state: 'idle',
  progress: null,
  channels: 0,
  programmes: 0,
  linkedChannels: 0,
  broken: 0,
  firstAt: null,
  lastAt: null,
  nextRefreshAt: null,
  triedAt: null,
  refreshedAt: null,
  errorCode: null,
  error: null,
  createdAt: new Date().toISOString(),
  ...given,
});

/** Makes a programme for the fake server. */
export const makeFakeProgramme = (
  given: Partial<FakeProgramme> & { title: string; startsAt: string; endsAt: string },
): FakeProgramme => ({
  subtitle: null,
  season: null,
  episode: null,
  categories: [],
  isNew: false,
  isLive: false,
  canPlayFromStart: false,
  description: null,
  year: null,
  ageRating: null,
  isRepeat: false,
  ...given,
});

/** Makes a channel for the fake server that waits for a decision about its guide; without candidates it has none. */
export const makeFakeGuideMatch = (
  given: Partial<GuideMatch> & { channelId: string; name: string },
): GuideMatch => ({
  section: 'General',
  number: 1,
  logo: null,
  candidates: [],
  link: null,
  reason: null,
  decision: null,
  ...given,
});
