import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { DemoCatalogue, DemoTitle } from './demo-catalogue.ts';

/**
 * What a channel shows in a slot of its day: a show, of which each slot has the next episode, or the films of the demo's
 * catalogue in turn.
 */
const showSchema = z.union([
  z.object({ films: z.literal(true), categories: z.array(z.string()).min(1) }),
  z.object({
    title: z.string(),
    description: z.string(),
    categories: z.array(z.string()).min(1),
    season: z.number().int().positive().optional(),
    episodes: z.array(z.string()).default([]),
    ageRating: z.string().optional(),
    isLive: z.boolean().default(false),
    isRepeat: z.boolean().default(false),
  }),
]);
type DemoShow = z.output<typeof showSchema>;

/** The slots of a day, as `hh:mm=show` in their order; one with an earlier time than the slot before is of the next day. */
const daySchema = z.array(z.string().regex(/^\d\d:\d\d=[a-z]+$/)).min(1);

const guideSchema = z.object({
  channels: z.record(
    z.string(),
    z.object({ shows: z.record(z.string(), showSchema), weekdays: daySchema, weekend: daySchema }),
  ),
});
export type DemoGuide = z.output<typeof guideSchema>;
type DemoSchedule = DemoGuide['channels'][string];

/** From which day to which the guide reaches, counted from today. */
const firstDay = -1;
const lastDay = 14;
const dayMs = 86_400_000;
const dayMinutes = 1_440;

/** Reads what the demo's channels show. @throws Error when the file differs from the one that the repository ships */
export const readDemoGuide = async (demoDir: string): Promise<DemoGuide> =>
  guideSchema.parse(JSON.parse(await readFile(join(demoDir, 'guide.json'), 'utf8')));

/** The date of an instant in a time zone, as `2026-11-30`. */
export const dateIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(at);

/**
 * Writes the guide of the demo's channels in XMLTV, with times without a zone. The episode of a slot follows from the date
 * alone: the guide of the next day has the same programmes for the days that both have.
 *
 * @param today - as `2026-11-30`
 */
export function writeDemoGuide(
  guide: DemoGuide,
  { channels, videos }: Pick<DemoCatalogue, 'channels' | 'videos'>,
  today: string,
): string {
  const films = videos.filter(({ media }) => media !== undefined && media !== null);
  const todayDays = Date.parse(today) / dayMs;
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<tv>'];
  for (const { slug: id, name } of channels) {
    const schedule = guide.channels[id];
    if (schedule === undefined) continue;
    lines.push(`<channel id="${id}">${element('display-name', name)}</channel>`);
    const slots: Slot[] = [];
    for (let day = todayDays + firstDay; day <= todayDays + lastDay; day += 1) {
      slots.push(...slotsOf(schedule, day));
    }
    // The last slot ends with the day after the last, which is not written.
    for (const [index, slot] of slots.slice(0, -1).entries()) {
      lines.push(programmeOf(id, slot, slots[index + 1]?.startMinutes ?? 0, films));
    }
  }
  lines.push('</tv>');
  return lines.join('\n');
}

/** A slot of a channel. `startMinutes`: its wall time in minutes since 1970-01-01 · `turn`: which episode or film it shows. */
interface Slot {
  startMinutes: number;
  turn: number;
  show: DemoShow;
}

function slotsOf({ shows, weekdays, weekend }: DemoSchedule, day: number): Slot[] {
  // 1970-01-01 was a Thursday.
  const isWeekend = (day + 4) % 7 === 0 || (day + 4) % 7 === 6;
  let previousMinutes = -1;
  let overnight = 0;
  const shownToday = new Map<string, number>();
  return (isWeekend ? weekend : weekdays).flatMap((slot) => {
    const [time = '', key = ''] = slot.split('=');
    const show = shows[key];
    if (show === undefined) return [];
    const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    if (minutes < previousMinutes) overnight = dayMinutes;
    previousMinutes = minutes;
    const before = shownToday.get(key) ?? 0;
    shownToday.set(key, before + 1);
    return [{ startMinutes: day * dayMinutes + overnight + minutes, turn: day * turnsPerDay + before, show }];
  });
}

/** By how much an episode of the next day is further than that of the same slot today; no show is shown as often in a day. */
const turnsPerDay = 11;

function programmeOf(channel: string, slot: Slot, stopMinutes: number, films: readonly DemoTitle[]): string {
  const { show, turn, startMinutes } = slot;
  const attributes = `start="${wallTime(startMinutes)}" stop="${wallTime(stopMinutes)}" channel="${channel}"`;
  return `<programme ${attributes}>${describe(show, turn, films)}</programme>`;
}

function describe(show: DemoShow, turn: number, films: readonly DemoTitle[]): string {
  const categories = show.categories.map((category) => element('category', category)).join('');
  if ('films' in show) {
    const film = films[turn % films.length];
    if (film === undefined) return '';
    const year = film.releaseYear ? element('date', String(film.releaseYear)) : '';
    return `${element('title', film.title)}${element('desc', film.description)}${year}${categories}`;
  }
  const { title, description, season, episodes, ageRating, isLive, isRepeat } = show;
  const episode = episodes.length === 0 ? undefined : turn % episodes.length;
  return [
    element('title', title),
    episode === undefined ? '' : element('sub-title', episodes[episode] ?? ''),
    element('desc', description),
    categories,
    season === undefined || episode === undefined
      ? ''
      : `<episode-num system="xmltv_ns">${season - 1}.${episode}.</episode-num>`,
    ageRating === undefined ? '' : `<rating><value>${escapeXml(ageRating)}</value></rating>`,
    isLive ? '<live/>' : '',
    isRepeat ? '<previously-shown/>' : '',
  ].join('');
}

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A wall time as XMLTV writes it: `20261130213000`. */
const wallTime = (minutes: number): string =>
  new Date(minutes * 60_000).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14);
