import { clockAheadSeconds } from './ffmpeg-arguments.ts';

/**
 * By how much the timestamps of converted segments are ahead of the film's own, in MPEG-TS ticks, of which a second has
 * 90,000.
 */
const clock = clockAheadSeconds * 90_000;

/** A cue of a WebVTT file: its unchanged text, and when it is shown. */
interface Cue {
  fromSeconds: number;
  toSeconds: number;
  text: string;
}

const timing = /^(?:(\d+):)?(\d{2}):(\d{2}\.\d{3}) --> (?:(\d+):)?(\d{2}):(\d{2}\.\d{3})/;

/**
 * Cuts the subtitles between two timestamps out of a film's WebVTT file, as a WebVTT segment of HLS in the film's own
 * time.
 *
 * @param written - the part of the WebVTT file that ffmpeg has written so far; its last cue may be incomplete
 * @see https://datatracker.ietf.org/doc/html/rfc8216#section-3.5
 */
export function cutSubtitles(written: string, fromSeconds: number, toSeconds: number): string {
  const cues = written
    .split(/\n{2,}/)
    .flatMap((block) => readCue(block) ?? [])
    .filter((cue) => cue.fromSeconds < toSeconds && cue.toSeconds > fromSeconds);
  const head = `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:${clock},LOCAL:00:00:00.000\n`;
  return [head, ...cues.map(({ text }) => `${text}\n`)].join('\n');
}

function readCue(block: string): Cue | undefined {
  const lines = block.split('\n').filter((line) => line !== '');
  const at = lines.findIndex((line) => timing.test(line));
  const [, fromHours, fromMinutes, from, toHours, toMinutes, to] = timing.exec(lines[at] ?? '') ?? [];
  if (at === -1 || lines.length === at + 1) return undefined;
  return {
    fromSeconds: toSeconds(fromHours, fromMinutes, from),
    toSeconds: toSeconds(toHours, toMinutes, to),
    text: lines.slice(at).join('\n'),
  };
}

const toSeconds = (hours = '0', minutes = '0', seconds = '0'): number =>
  Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
