import { planKeys, type AdminChannelDetail, type PlanKey } from '@butaca/contract';

/** The form values of one source URL of a channel; `key` identifies the source while the form is edited. */
export interface SourceForm {
  key: string;
  id: string | undefined;
  url: string;
  userAgent: string;
  referrer: string;
  cookie: string;
  origin: string;
  /** Languages as the reader of names writes them. */
  languages: readonly string[];
  /** Empty for none. */
  quality: string;
}

/** What is typed into the form of the administration panel that edits a channel. */
export interface ChannelForm {
  /**
   * The server's revision of the channel as it was loaded, by which a save detects that somebody else saved first;
   * `undefined` for a new channel.
   */
  revision: string | undefined;
  name: string;
  section: string;
  description: string;
  logo: string;
  customThumbnail: string;
  thumbnail: string;
  active: boolean;
  isFeatured: boolean;
  isAdult: boolean;
  /** Two letters in lower case; empty for none. */
  country: string;
  isPubliclyVisible: boolean;
  requiresPlan: readonly PlanKey[];
  sources: readonly SourceForm[];
}

let made = 0;

export function emptySource(): SourceForm {
  made += 1;
  const headers = { userAgent: '', referrer: '', cookie: '', origin: '' };
  return { key: `nueva-${made}`, id: undefined, url: '', ...headers, languages: [], quality: '' };
}

/** The form values with which the editor of a new channel starts. */
export function emptyChannel(): ChannelForm {
  return {
    revision: undefined,
    name: '',
    section: 'General',
    description: '',
    logo: '',
    customThumbnail: '',
    thumbnail: '',
    active: true,
    isFeatured: false,
    isAdult: false,
    country: '',
    isPubliclyVisible: true,
    requiresPlan: [],
    sources: [emptySource()],
  };
}

export function readChannel(channel: AdminChannelDetail): ChannelForm {
  return {
    revision: channel.revision,
    name: channel.name,
    section: channel.section,
    description: channel.description,
    logo: channel.logo ?? '',
    customThumbnail: channel.customThumbnail ?? '',
    thumbnail: channel.thumbnail ?? '',
    active: channel.active,
    isFeatured: channel.isFeatured,
    isAdult: channel.isAdult,
    country: channel.country ?? '',
    isPubliclyVisible: channel.isPubliclyVisible,
    requiresPlan: planKeys.filter((plan) => channel.requiresPlan.includes(plan)),
    sources: channel.sources.map(({ _id, url, userAgent, referrer, cookie, origin, languages, quality }) => ({
      key: _id,
      id: _id,
      url,
      userAgent: userAgent ?? '',
      referrer: referrer ?? '',
      cookie: cookie ?? '',
      origin: origin ?? '',
      languages,
      quality: quality ?? '',
    })),
  };
}

/**
 * Moves the source URL at `index` one position up or down in a channel's list of sources; does nothing at the end of
 * the list.
 */
export function stepSource(sources: readonly SourceForm[], index: number, step: -1 | 1): SourceForm[] {
  const next = [...sources];
  const [source] = next.splice(index, 1);
  if (source !== undefined) next.splice(Math.max(0, index + step), 0, source);
  return next;
}

/** Moves the source `key` to the place of the source `onto`. */
export function dropSource(sources: readonly SourceForm[], key: string, onto: string): SourceForm[] {
  const [from, to] = [key, onto].map((wanted) => sources.findIndex((source) => source.key === wanted));
  const next = [...sources];
  if (from === undefined || to === undefined || from === -1 || to === -1) return next;
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/**
 * The first field of the channel editor whose value the server would refuse.
 *
 * @see docs/requisitos.md, R5.12: name and url are required, and each value has the type of its field
 */
export function findChannelFault(form: ChannelForm): { path: string; message: string } | undefined {
  if (form.name.trim() === '') return { path: 'name', message: 'El nombre es obligatorio.' };
  const empty = form.sources.findIndex(({ url }) => url.trim() === '');
  if (empty !== -1) return { path: `sources.${empty}.url`, message: 'La URL es obligatoria.' };
  const wrong = form.sources.findIndex(
    ({ url }) => !/^(?:[a-z][a-z0-9+.-]*:\/\/\S+|internal:\S+)$/i.test(url.trim()),
  );
  if (wrong !== -1) return { path: `sources.${wrong}.url`, message: 'La URL no es válida.' };
  if (form.logo !== '' && !/^(?:https?:\/\/\S+|internal:\S+)$/i.test(form.logo.trim())) {
    return { path: 'logo', message: 'La URL del logo no es válida.' };
  }
  return undefined;
}

const ownFields = [
  'name',
  'section',
  'description',
  'logo',
  'customThumbnail',
  'thumbnail',
  'active',
  'isFeatured',
  'isAdult',
  'country',
  'isPubliclyVisible',
] as const;

/** The request body that saves a channel: the form fields that were changed; for a new channel all of them. */
export function toChannelBody(form: ChannelForm, loaded?: ChannelForm) {
  const isChanged = (name: keyof ChannelForm): boolean => loaded === undefined || loaded[name] !== form[name];
  return {
    ...(form.revision !== undefined && { revision: form.revision }),
    ...Object.fromEntries(ownFields.filter(isChanged).map((name) => [name, form[name]])),
    ...(isChanged('requiresPlan') && { requiresPlan: [...form.requiresPlan] }),
    ...(isChanged('sources') && {
      sources: form.sources.map((source) =>
        toSourceBody(
          source,
          loaded?.sources.find(({ id }) => id === source.id),
        ),
      ),
    }),
  };
}

/**
 * What a save sends of one source URL. A cookie that was not typed anew is not sent with the address of another server,
 * so that the server deletes it: only the server of the old address may know it.
 */
function toSourceBody(source: SourceForm, loaded: SourceForm | undefined) {
  const { id, url, userAgent, referrer, cookie, origin, languages, quality } = source;
  const isForeignCookie =
    loaded !== undefined && loaded.cookie === cookie && hostOf(loaded.url) !== hostOf(url);
  return {
    ...(id !== undefined && { _id: id }),
    url: url.trim(),
    userAgent: userAgent.trim() || null,
    referrer: referrer.trim() || null,
    ...(!isForeignCookie && { cookie: cookie.trim() || null }),
    origin: origin.trim() || null,
    ...(isOther(languages, loaded?.languages) && { languages: [...languages] }),
    ...(isOther(quality, loaded?.quality) && { quality }),
  };
}

/** Whether tags differ from the loaded ones; a new source has none. */
const isOther = <T extends { length: number }>(typed: T, loaded: T | undefined): boolean =>
  loaded === undefined ? typed.length > 0 : typed !== loaded;

/** The scheme and host of a URL; of a text that is no URL, the text itself. */
function hostOf(url: string): string {
  const text = url.trim();
  return URL.canParse(text) ? `${new URL(text).protocol}//${new URL(text).host}` : text;
}
