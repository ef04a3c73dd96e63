import type { AdminChannelDetail } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import {
  emptyChannel,
  emptySource,
  findChannelFault,
  readChannel,
  stepSource,
  toChannelBody,
  type ChannelForm,
} from './channel-form.ts';

const none = { userAgent: null, referrer: null, cookie: null, origin: null };
const noTags = { languages: [], quality: null };
const channel = {
  _id: 'c1',
  revision: 'r7',
  name: 'Liga Sur',
  section: 'Deportes',
  description: 'Fútbol.',
  logo: null,
  customThumbnail: null,
  thumbnail: '/t.webp',
  active: true,
  isFeatured: false,
  isPubliclyVisible: true,
  requiresPlan: ['premium', 'sports'],
  sources: [
    { ...none, ...noTags, _id: 's1', url: 'http://a.example/1', referrer: 'http://r.example' },
    { ...none, ...noTags, _id: 's2', url: 'http://b.example/2', userAgent: 'VLC', cookie: 'a=1' },
  ],
} as unknown as AdminChannelDetail;

const urls = (form: Pick<ChannelForm, 'sources'>) => form.sources.map(({ url }) => url);
const withUrls = (...given: string[]): ChannelForm => ({
  ...emptyChannel(),
  name: 'Uno',
  sources: given.map((url) => ({ ...emptySource(), url })),
});

describe('the form of a channel', () => {
  it('has empty fields for values the server lacks, and sorts the plans', () => {
    expect(readChannel(channel)).toMatchObject({
      logo: '',
      customThumbnail: '',
      thumbnail: '/t.webp',
      requiresPlan: ['sports', 'premium'],
      sources: [
        { id: 's1', userAgent: '', referrer: 'http://r.example', cookie: '', origin: '' },
        { id: 's2', userAgent: 'VLC', referrer: '', cookie: 'a=1', origin: '' },
      ],
    });
  });

  it('gives each new source a unique key', () => {
    expect(emptySource().key).not.toBe(emptySource().key);
    expect(emptyChannel().sources).toHaveLength(1);
  });
});

describe('the order of the sources', () => {
  const { sources } = withUrls('a', 'b', 'c');
  it.each([
    [0, 1, 'bac'],
    [1, 1, 'acb'],
    [2, 1, 'abc'],
    [2, -1, 'acb'],
    [1, -1, 'bac'],
    [0, -1, 'abc'],
    [9, 1, 'abc'],
  ] as const)('is, after source %i is moved by %i, %s', (index, step, expected) => {
    expect(urls({ sources: stepSource(sources, index, step) }).join('')).toBe(expected);
    expect(urls({ sources }).join('')).toBe('abc');
  });
});

describe('findChannelFault', () => {
  it.each([
    [{ name: '  ' }, { path: 'name', message: 'El nombre es obligatorio.' }],
    [withUrls('http://a.example', ' '), { path: 'sources.1.url', message: 'La URL es obligatoria.' }],
    [withUrls('ftp:', 'http://a'), { path: 'sources.0.url', message: 'La URL no es válida.' }],
    [withUrls('http://a b'), { path: 'sources.0.url', message: 'La URL no es válida.' }],
    [withUrls('a.example/1.ts'), { path: 'sources.0.url', message: 'La URL no es válida.' }],
    [{ logo: 'logo.png' }, { path: 'logo', message: 'La URL del logo no es válida.' }],
    [{ logo: 'rtmp://a.example/l' }, { path: 'logo', message: 'La URL del logo no es válida.' }],
  ])('reports for %j the fault %j', (given, expected) => {
    expect(findChannelFault({ ...withUrls('http://a.example/1'), ...given })).toEqual(expected);
  });

  it.each(['http://a.example/1', ' https://a.example ', 'rtsp://a.example/1', 'internal:demo/plaza'])(
    'accepts the source %j',
    (url) => {
      expect(findChannelFault(withUrls(url))).toBeUndefined();
    },
  );

  it.each(['', 'https://a.example/l.png', 'internal:demo/l.png', ' http://a.example/l '])(
    'accepts the logo %j',
    (logo) => {
      expect(findChannelFault({ ...withUrls('http://a.example'), logo })).toBeUndefined();
    },
  );
});

describe('the body that saves a channel', () => {
  it('holds only the revision when nothing was changed', () => {
    const form = readChannel(channel);
    expect(toChannelBody({ ...form }, form)).toEqual({ revision: 'r7' });
  });

  it('holds only the field that was changed', () => {
    const form = readChannel(channel);
    expect(toChannelBody({ ...form, name: 'Liga Norte', requiresPlan: [] }, form)).toEqual({
      revision: 'r7',
      name: 'Liga Norte',
      requiresPlan: [],
    });
  });

  it('holds all sources, trimmed, when one was changed, and omits empty headers', () => {
    const form = readChannel(channel);
    const sources = [{ ...emptySource(), url: ' http://c.example/3 ', userAgent: '  ' }, ...form.sources];
    expect(toChannelBody({ ...form, sources }, form).sources).toEqual([
      { ...none, url: 'http://c.example/3' },
      { ...none, _id: 's1', url: 'http://a.example/1', referrer: 'http://r.example' },
      { ...none, _id: 's2', url: 'http://b.example/2', userAgent: 'VLC', cookie: 'a=1' },
    ]);
  });

  it.each([
    ['stays with another address of its server', 'http://b.example/3', 'a=1', 'a=1'],
    ['is not sent with the address of another server', 'http://c.example/2', 'a=1', undefined],
    ['is not sent unencrypted to the server of an HTTPS address', 'https://b.example/2', 'a=1', undefined],
    ['is sent to another server when it was typed anew', 'http://c.example/2', 'b=2', 'b=2'],
    ['is deleted when it was emptied', 'http://b.example/2', ' ', null],
  ])('holds a cookie that %s', (_what, url, cookie, sent) => {
    const form = readChannel(channel);
    const sources = form.sources.map((source) => (source.id === 's2' ? { ...source, url, cookie } : source));
    expect(toChannelBody({ ...form, sources }, form).sources?.[1]?.cookie).toBe(sent);
  });

  it('holds the country, and languages and quality of those sources where they were changed', () => {
    const form = readChannel(channel);
    const sources = form.sources.map((source) =>
      source.id === 's2' ? { ...source, languages: ['es-419'], quality: 'FHD' } : source,
    );
    const body = toChannelBody({ ...form, country: 'mx', sources }, form);
    expect(body).toMatchObject({ country: 'mx' });
    expect(body.sources?.[0]).not.toHaveProperty('languages');
    expect(body.sources?.[1]).toMatchObject({ languages: ['es-419'], quality: 'FHD' });
  });

  it('holds every field of a new channel, without a revision', () => {
    const body = toChannelBody(withUrls('http://a.example'));
    expect(body).toMatchObject({ name: 'Uno', section: 'General', active: true, requiresPlan: [] });
    expect(body).not.toHaveProperty('revision');
  });
});
