/*
 * The HLS playlists of a converted film. `index.m3u8`, the master playlist, names the video playlist, the subtitle
 * playlists, and, when there are several audio tracks, the playlists of these. A single audio track is muxed into the
 * video segments; several have playlists of their own, cut at the same timestamps.
 * https://datatracker.ietf.org/doc/html/rfc8216
 */
import { sequentialMark } from '../../../../shared/stream/sequential-mark.ts';
import type { ConversionPlan } from './plan-conversion.ts';

/**
 * The name of a converted film's track in HLS playlists and file names: `v` video, `a<stream>` audio, `s<stream>`
 * subtitle.
 */
export type TrackName = 'v' | `a${number}` | `s${number}`;

export const hasSoundApart = ({ facts }: ConversionPlan): boolean => facts.audio.length > 1;

/** Whether a film is converted from its beginning only, because its server sends the file only as a whole. */
export const isSequential = ({ facts }: ConversionPlan): boolean => facts.isSequential === true;

/**
 * Returns the audio track of a converted film that is muxed into the video segments, or that plays unless the viewer
 * chooses another one.
 */
export function mainSound({ facts }: ConversionPlan): MediaAudio | undefined {
  return facts.audio.find(({ isDefault }) => isDefault) ?? facts.audio[0];
}

type MediaAudio = ConversionPlan['facts']['audio'][number];

/** Names every track of a converted film that has an HLS playlist of its own. */
export function trackNames(plan: ConversionPlan): TrackName[] {
  const sounds = hasSoundApart(plan) ? plan.facts.audio : [];
  return [
    'v',
    ...sounds.map(({ index }): TrackName => `a${index}`),
    ...plan.facts.subtitles.map(({ index }): TrackName => `s${index}`),
  ];
}

/**
 * The bit rate that the master playlist states for a copied video whose bit rate is unknown: four megabits a second, as
 * in high-definition films.
 */
const usualBitRate = 4_000_000;
const transcodedBitRate = 5_000_000;

export function masterPlaylist(plan: ConversionPlan): string {
  const { video, audio, subtitles } = plan.facts;
  const lines = ['#EXTM3U', '#EXT-X-VERSION:4', '#EXT-X-INDEPENDENT-SEGMENTS'];
  if (isSequential(plan)) lines.push(`#EXT-X-SESSION-DATA:${sequentialMark}`);
  const groups: string[] = [];
  if (hasSoundApart(plan)) {
    const main = mainSound(plan);
    const nameOf = createNames('Audio');
    for (const track of audio) {
      const isMain = track === main ? 'YES' : 'NO';
      lines.push(
        `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sonido",NAME="${nameOf(track)}"${languageOf(track)},DEFAULT=${isMain},AUTOSELECT=YES,URI="a${track.index}.m3u8"`,
      );
    }
    groups.push('AUDIO="sonido"');
  }
  const nameOf = createNames('Subtítulos');
  for (const track of subtitles) {
    const forced = track.isForced ? 'YES' : 'NO';
    lines.push(
      `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="textos",NAME="${nameOf(track)}"${languageOf(track)},DEFAULT=NO,AUTOSELECT=YES,FORCED=${forced},URI="s${track.index}.m3u8"`,
    );
  }
  if (subtitles.length > 0) groups.push('SUBTITLES="textos"');
  const bitRate = plan.mode === 'transcode' ? transcodedBitRate : (video.bitRate ?? usualBitRate);
  const size = plan.mode === 'remux' ? `RESOLUTION=${video.width}x${video.height}` : undefined;
  const attributes = [`BANDWIDTH=${Math.round(bitRate)}`, size, ...groups].filter(Boolean);
  return `${[...lines, `#EXT-X-STREAM-INF:${attributes.join(',')}`, 'v.m3u8'].join('\n')}\n`;
}

/** Writes the complete HLS playlist of a converted film's track, `#EXT-X-ENDLIST` included. */
export function trackPlaylist({ boundaries }: ConversionPlan, track: TrackName): string {
  const extension = track.startsWith('s') ? 'vtt' : 'ts';
  const durations = boundaries.slice(1).map((to, index) => to - (boundaries[index] ?? 0));
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:4',
    `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(...durations))}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...durations.flatMap((seconds, index) => [
      `#EXTINF:${seconds.toFixed(3)},`,
      `${track}-${index}.${extension}`,
    ]),
    '#EXT-X-ENDLIST',
  ];
  return `${lines.join('\n')}\n`;
}

interface Named {
  language: string | null;
  title: string | null;
}

function languageOf({ language }: Named): string {
  return language === null ? '' : `,LANGUAGE="${language}"`;
}

const languageNames = new Intl.DisplayNames(['es'], { type: 'language', fallback: 'none' });

/** Returns the Spanish name of a track's language; `undefined` for an invalid or unknown language tag. */
function nameLanguage(language: string | null): string | undefined {
  const [tag] = language === null ? [] : canonical(language);
  const name = tag === undefined ? undefined : languageNames.of(tag);
  return name === undefined ? undefined : name.charAt(0).toLocaleUpperCase('es') + name.slice(1);
}

function canonical(language: string): string[] {
  try {
    return Intl.getCanonicalLocales(language);
  } catch {
    return [];
  }
}

/**
 * Creates the function that gives audio or subtitle tracks unique names for the player's menu: the track's title, else
 * its language, else `preset` («Audio» or «Subtítulos»); duplicates get a number.
 */
function createNames(preset: string): (track: Named) => string {
  const taken = new Set<string>();
  return ({ title, language }) => {
    // When the gateway (the proxy for streams) rewrites a playlist, it drops attribute values that look like an
    // address, so slashes in a track's name are replaced.
    const plain =
      (title ?? nameLanguage(language) ?? preset).replaceAll('/', ' ').replace(/%2f/gi, ' ').trim() || preset;
    let name = plain;
    for (let count = 2; taken.has(name); count += 1) name = `${plain} ${count}`;
    taken.add(name);
    return name;
  };
}
