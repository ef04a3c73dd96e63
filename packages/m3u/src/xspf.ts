/**
 * Reads an XSPF list: the `track`s of an XML document, with `title`, `location`, `image`, `album` (which becomes the
 * group) and `duration`, and the request headers of VLC's extension.
 *
 * The document is parsed while it arrives, and only the present track is kept. A document type is refused, and with it all
 * entities but XML's own; so is XML that is not well formed, too deep, or has a piece without markup of more than 1 MiB.
 * An `&` that begins no entity is read as itself, because addresses are often written so.
 *
 * @see https://www.xspf.org/spec
 */
import { SaxesParser } from 'saxes';
import { setHeader, type RequestHeaders } from './address.ts';
import { createItemMaker } from './found-entry.ts';
import type { PlaylistItem } from './playlist-item.ts';

/** The document is not well formed, or has what is not accepted. */
class XspfUnreadableError extends Error {
  override readonly name = 'XspfUnreadableError';
}

const depthLimit = 32;
/** The most attributes of one element; those of XSPF have five at most. */
const attributeLimit = 50;
const unbrokenLimit = 1_048_576;
/** The most locations of one track: each becomes an entry of the same name. */
const locationLimit = 10;
const textLimit = 16_384;
const charactersPerSlice = 65_536;

interface Track {
  lineNumber: number;
  locations: string[];
  headers: RequestHeaders;
  title?: string;
  image?: string;
  album?: string;
  duration?: string;
}

export async function* readXspf(pieces: AsyncIterable<string>): AsyncGenerator<PlaylistItem[]> {
  const maker = createItemMaker();
  let items: PlaylistItem[] = [];
  const reader = createTrackReader((track) => {
    const { lineNumber, locations, headers, title: name, image: logo, album: group } = track;
    const seconds = Math.round(Number(track.duration) / 1_000);
    const durationSeconds = Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
    for (const address of locations.length === 0 ? [''] : locations)
      maker.add({ lineNumber, name, address, group, logo, headers, durationSeconds }, items);
  });
  try {
    let held = '';
    for await (const piece of pieces) {
      const { whole, rest } = escapeAmpersands(held + piece);
      held = rest;
      reader.write(whole);
      if (items.length === 0) continue;
      yield items;
      items = [];
    }
    reader.end(escapeAmpersands(`${held} `).whole);
    maker.end(items);
  } catch (error) {
    if (!(error instanceof XspfUnreadableError)) throw error;
    items.push({ type: 'refusal', reason: 'damaged' });
  }
  yield items;
}

const loneAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-f]{1,6});)/gi;
/** The longest entity that is read, in characters. */
const entityLength = 10;

/**
 * Escapes each `&` that begins no entity of XML.
 *
 * @returns the text, and the end of it which may be the beginning of an entity
 */
function escapeAmpersands(text: string): { whole: string; rest: string } {
  const last = text.lastIndexOf('&');
  const cut = last === -1 || text.length - last > entityLength ? text.length : last;
  return { whole: text.slice(0, cut).replace(loneAmpersand, '&amp;'), rest: text.slice(cut) };
}

/** Parses a document, and gives on each of its tracks. */
function createTrackReader(onTrack: (track: Track) => void) {
  const parser = new SaxesParser();
  let depth = 0;
  let attributes = 0;
  let track: Track | undefined;
  let text: string | undefined;
  /** Where the parser last met markup. */
  let markedAt = 0;

  const mark = (): void => {
    markedAt = parser.position;
  };
  parser.on('error', () => refuse('it is not well formed'));
  parser.on('doctype', () => refuse('it has a document type'));
  parser.on('comment', mark);
  parser.on('processinginstruction', mark);
  parser.on('opentagstart', () => {
    mark();
    attributes = 0;
  });
  parser.on('attribute', () => {
    mark();
    attributes += 1;
    if (attributes > attributeLimit) refuse('it has too many attributes');
  });
  parser.on('opentag', ({ name }) => {
    mark();
    depth += 1;
    if (depth > depthLimit) refuse('it is too deep');
    if (localName(name) === 'track') track = { lineNumber: parser.line, locations: [], headers: {} };
    text = '';
  });
  const addText = (part: string): void => {
    mark();
    if (text !== undefined && text.length < textLimit) text += part.slice(0, textLimit - text.length);
  };
  parser.on('text', addText);
  parser.on('cdata', (part) => addText(part.replaceAll('&amp;', '&')));
  parser.on('closetag', ({ name }) => {
    mark();
    depth -= 1;
    const own = localName(name);
    if (track !== undefined && own === 'track') {
      onTrack(track);
      track = undefined;
    } else if (track !== undefined && text !== undefined) readField(track, own, text.trim());
    text = undefined;
  });

  return {
    /** @throws XspfUnreadableError */
    write(piece: string): void {
      for (let at = 0; at < piece.length; at += charactersPerSlice) {
        parser.write(piece.slice(at, at + charactersPerSlice));
        if (parser.position - markedAt > unbrokenLimit) refuse('it has too long a piece without markup');
      }
    },
    /** @throws XspfUnreadableError */
    end(piece: string): void {
      this.write(piece);
      parser.close();
    },
  };
}

function refuse(why: string): never {
  throw new XspfUnreadableError(why);
}

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1).toLowerCase();

function readField(track: Track, name: string, text: string): void {
  if (text === '') return;
  if (name === 'location') {
    if (track.locations.length < locationLimit) track.locations.push(text);
  } else if (name === 'title') track.title ??= text;
  else if (name === 'image') track.image ??= text;
  else if (name === 'album') track.album ??= text;
  else if (name === 'duration') track.duration ??= text;
  else if (name === 'option') {
    const equals = text.indexOf('=');
    if (equals !== -1) setHeader(track.headers, text.slice(0, equals).trim(), text.slice(equals + 1));
  }
}
