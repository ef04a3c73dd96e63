import { describe, expect, it } from 'vitest';
import { archiveAddress, archiveKindOf, type ArchivedSource } from './archive-address.ts';

/*
 * The programme lasts from 20:00 to 21:30 UTC on 30 November 2026, which are 5,400 s from 1,796,068,800 on; it is played on the
 * next day at 10:00, which is 1,796,119,200: 50,400 s after its beginning.
 */
const startsAt = new Date('2026-11-30T20:00:00Z');
const endsAt = new Date('2026-11-30T21:30:00Z');
const now = new Date('2026-12-01T10:00:00Z');
const nothing = { kind: null, source: null, days: 7, correctionHours: null, timeZone: 'UTC' };

const addressOf = (given: Partial<ArchivedSource> & { address: string }, times: object = {}) =>
  archiveAddress({ ...nothing, ...given }, { startsAt, endsAt, fromAt: startsAt, now, ...times })?.address;

describe('the address of a past programme', () => {
  it.each<[Partial<ArchivedSource> & { address: string }, string]>([
    // default: the template is the address
    [
      {
        kind: 'default',
        address: 'http://p.tv/1.ts',
        source: 'http://a.tv/x.ts?from={utc}&to={utcend}&now={lutc}',
      },
      'http://a.tv/x.ts?from=1796068800&to=1796074200&now=1796119200',
    ],
    [
      {
        kind: 'default',
        address: 'http://p.tv/1.ts',
        source: 'http://a.tv/x?s=${start}&e=${end}&n=${now}&t=${timestamp}',
      },
      'http://a.tv/x?s=1796068800&e=1796074200&n=1796119200&t=1796119200',
    ],
    [
      {
        kind: 'default',
        address: 'http://p.tv/1.ts',
        source: 'http://a.tv/{Y}/{m}/{d}/{H}{M}{S}-{duration}.m3u8',
      },
      'http://a.tv/2026/11/30/200000-5400.m3u8',
    ],
    [
      {
        kind: 'default',
        address: 'http://p.tv/1.ts',
        source: 'http://a.tv/x?d={duration:60}&h={duration:3600}&o={offset:60}&s={offset:1}',
      },
      'http://a.tv/x?d=90&h=1&o=840&s=50400',
    ],
    [
      {
        kind: 'default',
        address: 'http://p.tv/1.ts',
        source: 'http://a.tv/x?s={utc:YmdHM}&e=${end:Ymd-H-M}&n={lutc:Y.m.d}',
      },
      'http://a.tv/x?s=202611302000&e=20261130-21-30&n=2026.12.01',
    ],
    [
      { kind: 'default', address: 'http://p.tv/1.ts', source: 'http://a.tv/{otro}/{duration:0}/{utc}' },
      'http://a.tv/{otro}/{duration:0}/1796068800',
    ],
    // default with a template that is no address is appended
    [
      { kind: 'default', address: 'http://p.tv/1.ts', source: '?utc={utc}' },
      'http://p.tv/1.ts?utc=1796068800',
    ],
    // append
    [
      { kind: 'append', address: 'http://p.tv/1.m3u8', source: '?cutv={Y}-{m}-{d}T{H}:{M}:{S}' },
      'http://p.tv/1.m3u8?cutv=2026-11-30T20:00:00',
    ],
    [
      { kind: 'append', address: 'http://p.tv/1.m3u8?token=a', source: '?utc={utc}' },
      'http://p.tv/1.m3u8?token=a&utc=1796068800',
    ],
    [
      { kind: 'append', address: 'http://p.tv/1.m3u8', source: '&utc={utc}|User-Agent=x' },
      'http://p.tv/1.m3u8?utc=1796068800',
    ],
    // shift
    [{ kind: 'shift', address: 'http://p.tv/1.ts' }, 'http://p.tv/1.ts?utc=1796068800&lutc=1796119200'],
    [
      { kind: 'shift', address: 'http://p.tv/1.ts?t=9' },
      'http://p.tv/1.ts?t=9&utc=1796068800&lutc=1796119200',
    ],
    // flussonic
    [
      { kind: 'fs', address: 'http://f.tv:8888/325/mono.m3u8?token=s' },
      'http://f.tv:8888/325/mono-1796068800-5400.m3u8?token=s',
    ],
    [{ kind: 'fs', address: 'http://f.tv/325/index.m3u8' }, 'http://f.tv/325/index-1796068800-5400.m3u8'],
    [
      { kind: 'fs', address: 'http://f.tv/151/mpegts?token=s' },
      'http://f.tv/151/archive-1796068800-5400.ts?token=s',
    ],
    // xtream, in the zone of the server
    [
      { kind: 'xc', address: 'http://x.tv:8080/live/ana/clave/1477.m3u8' },
      'http://x.tv:8080/timeshift/ana/clave/90/2026-11-30:20-00/1477.m3u8',
    ],
    [
      { kind: 'xc', address: 'http://x.tv:8080/panel/ana@x/clave/1477', timeZone: 'Europe/Madrid' },
      'http://x.tv:8080/panel/timeshift/ana@x/clave/90/2026-11-30:21-00/1477.ts',
    ],
    [
      { kind: 'xc', address: 'http://cuenta-1.xtream.invalid/live/-/-/12.ts', timeZone: 'America/Santiago' },
      'http://cuenta-1.xtream.invalid/timeshift/-/-/90/2026-11-30:17-00/12.ts',
    ],
    // vod
    [
      { kind: 'vod', address: 'http://p.tv/1.ts', source: 'http://a.tv/vod/{utc}-{duration:60}.mp4' },
      'http://a.tv/vod/1796068800-90.mp4',
    ],
    // without a kind
    [
      { address: 'http://p.tv/1.ts', source: 'http://a.tv/{utc}.ts', days: null },
      'http://a.tv/1796068800.ts',
    ],
    [{ address: 'http://p.tv/1.ts' }, 'http://p.tv/1.ts?utc=1796068800&lutc=1796119200'],
  ])('of %j is %s', (source, expected) => {
    expect(addressOf(source)).toBe(expected);
  });

  it.each<[Partial<ArchivedSource> & { address: string }]>([
    [{ kind: 'default', address: 'http://p.tv/1.ts' }],
    [{ kind: 'append', address: 'http://p.tv/1.ts' }],
    [{ kind: 'vod', address: 'http://p.tv/1.ts' }],
    [{ kind: 'fs', address: 'http://p.tv/325/otra' }],
    [{ kind: 'xc', address: 'http://p.tv/1.ts' }],
    [{ kind: 'shift', address: 'rtmp://p.tv/1' }],
    [{ kind: 'default', address: 'http://p.tv/1.ts', source: 'http://a b.tv/{utc}' }],
    [{ kind: 'default', address: 'http://p.tv/1.ts', source: `http://p.tv/${'x'.repeat(8_192)}` }],
    // Another account of ours, whose password would be added.
    [{ kind: 'default', address: 'http://p.tv/1.ts', source: 'http://otra.xtream.invalid/live/-/-/1.ts' }],
    [{ address: 'http://p.tv/1.ts', days: null }],
  ])('is not made of %j', (source) => {
    expect(addressOf(source)).toBeUndefined();
  });
});

describe('the times of an address', () => {
  it('are corrected by the hours that the list says, and now is not', () => {
    const template = 'http://a.tv/?s={utc}&e={utcend}&d={duration}&o={offset}&n={lutc}&h={H}';
    // Two and a half hours earlier: 1,796,068,800 - 9,000; the offset grows by as much.
    expect(
      addressOf({ kind: 'default', address: 'http://p.tv/1', source: template, correctionHours: -2.5 }),
    ).toBe('http://a.tv/?s=1796059800&e=1796065200&d=5400&o=59400&n=1796119200&h=17');
  });

  it('begin where the person has sought to, and last to the end of the programme', () => {
    const fromAt = new Date('2026-11-30T20:31:40Z');
    const times = { fromAt };
    expect(addressOf({ kind: 'fs', address: 'http://f.tv/1/index.m3u8' }, times)).toBe(
      'http://f.tv/1/index-1796070700-3500.m3u8',
    );
    // Xtream servers know minutes: from 20:31 on for 59 minutes.
    const xtream = { ...nothing, kind: 'xc' as const, address: 'http://x.tv/live/a/b/1.ts' };
    expect(archiveAddress(xtream, { startsAt, endsAt, now, fromAt })).toEqual({
      address: 'http://x.tv/timeshift/a/b/59/2026-11-30:20-31/1.ts',
      beginsAt: new Date('2026-11-30T20:31:00Z'),
    });
    // A film is always whole.
    const film = { ...nothing, kind: 'vod' as const, address: 'http://p.tv/1', source: 'http://a.tv/{utc}' };
    expect(archiveAddress(film, { startsAt, endsAt, now, fromAt })).toEqual({
      address: 'http://a.tv/1796068800',
      beginsAt: startsAt,
    });
  });

  it('of a programme that is still shown have no end where Flussonic offers that', () => {
    const running = { now: new Date('2026-11-30T20:45:00Z') };
    expect(addressOf({ kind: 'fs', address: 'http://f.tv/1/video.m3u8' }, running)).toBe(
      'http://f.tv/1/video-1796068800-now.m3u8',
    );
    expect(addressOf({ kind: 'fs', address: 'http://f.tv/1/mpegts' }, running)).toBe(
      'http://f.tv/1/timeshift_abs-1796068800.ts',
    );
  });

  it.each([
    // Madrid leaves summer time at 01:00 UTC on 25 October: 00:30 and 01:30 UTC are both 02:30 there.
    ['Europe/Madrid', '2026-10-25T00:30:00Z', '2026-10-25:02-30'],
    ['Europe/Madrid', '2026-10-25T01:30:00Z', '2026-10-25:02-30'],
    // It enters summer time at 01:00 UTC on 29 March: from 01:59 to 03:00.
    ['Europe/Madrid', '2026-03-29T00:30:00Z', '2026-03-29:01-30'],
    ['Europe/Madrid', '2026-03-29T01:30:00Z', '2026-03-29:03-30'],
    // Santiago enters summer time at 04:00 UTC on 6 September, and leaves it at 03:00 UTC on 5 April.
    ['America/Santiago', '2026-09-06T03:30:00Z', '2026-09-05:23-30'],
    ['America/Santiago', '2026-09-06T04:30:00Z', '2026-09-06:01-30'],
    ['America/Santiago', '2026-04-05T02:30:00Z', '2026-04-04:23-30'],
    ['America/Santiago', '2026-04-05T03:30:00Z', '2026-04-04:23-30'],
    // Ciudad de México has no summer time: UTC-6 in July as in November.
    ['America/Mexico_City', '2026-07-01T20:00:00Z', '2026-07-01:14-00'],
    ['America/Mexico_City', '2026-11-30T20:00:00Z', '2026-11-30:14-00'],
  ])('in %s at %s are %s', (timeZone, instant, expected) => {
    const at = new Date(instant);
    const hourLater = new Date(at.getTime() + 3_600_000);
    expect(
      addressOf(
        { kind: 'xc', address: 'http://x.tv/live/a/b/1.ts', timeZone },
        { startsAt: at, fromAt: at, endsAt: hourLater },
      ),
    ).toBe(`http://x.tv/timeshift/a/b/60/${expected}/1.ts`);
    expect(
      addressOf(
        { kind: 'append', address: 'http://p.tv/1', source: '?t={Y}-{m}-{d}:{H}-{M}', timeZone },
        { startsAt: at, fromAt: at, endsAt: hourLater },
      ),
    ).toBe(`http://p.tv/1?t=${expected}`);
  });
});

it('a list that says nothing of an archive has none', () => {
  expect(archiveKindOf({ kind: null, source: null, days: null })).toBeNull();
  expect(archiveKindOf({ kind: 'append', source: null, days: 3 })).toBeNull();
});

it('the address of a past programme is made only where both addresses fit into one request', () => {
  const channel = (length: number) => 'http://p.tv/'.padEnd(length, 'x');
  // What is appended has 31 characters.
  expect(addressOf({ kind: 'shift', address: channel(4_080) })).toHaveLength(4_111);
  expect(addressOf({ kind: 'shift', address: channel(4_081) })).toBeUndefined();
});
