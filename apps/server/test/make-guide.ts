/** A programme of a made guide; times as XMLTV writes them, or instants. */
export interface MadeProgramme {
  channel: string;
  start: Date | string;
  stop?: Date | string;
  title: string;
  /** Further elements, as XML. */
  more?: string;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Writes an instant as XMLTV does, in UTC. */
function xmltvTime(instant: Date): string {
  const date = `${instant.getUTCFullYear()}${two(instant.getUTCMonth() + 1)}${two(instant.getUTCDate())}`;
  const time = `${two(instant.getUTCHours())}${two(instant.getUTCMinutes())}${two(instant.getUTCSeconds())}`;
  return `${date}${time} +0000`;
}

const written = (time: Date | string): string => (typeof time === 'string' ? time : xmltvTime(time));

/**
 * Makes a guide in XMLTV.
 *
 * @param channels - the names of the guide's channels by their ids
 */
export function makeGuide(
  channels: Readonly<Record<string, string>>,
  programmes: readonly MadeProgramme[],
): string {
  const declared = Object.entries(channels).map(
    ([id, name]) => `<channel id="${id}"><display-name>${name}</display-name></channel>`,
  );
  const shown = programmes.map(
    ({ channel, start, stop, title, more = '' }) =>
      `<programme start="${written(start)}"${stop === undefined ? '' : ` stop="${written(stop)}"`} channel="${channel}"><title>${title}</title>${more}</programme>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<tv>\n${[...declared, ...shown].join('\n')}\n</tv>\n`;
}
