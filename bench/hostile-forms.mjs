/**
 * A hostile media file of a provider, constructed to be slow to read. `part` answers the range requests for the index
 * of an otherwise valid film; `text` makes a whole HLS playlist or DASH manifest.
 *
 * @typedef {object} HostileForm
 * @property {string} name
 * @property {string} path
 * @property {'file' | 'dash' | 'hls'} streamKind
 * @property {string} [film] - the valid film whose index is replaced
 * @property {(fromByte: number, film: Buffer) => Buffer} [part]
 * @property {() => string} [text]
 * @property {number} [requests] - how many times the file is requested
 */

const kilobyte = 1_024;
const megabyte = 1_024 * kilobyte;

/** @returns {HostileForm[]} */
export function hostileForms() {
  return [
    cues('cues-70k', 70 * kilobyte),
    cues('cues-8m', 8 * megabyte),
    boxes('boxes-192k', 192 * kilobyte),
    boxes('boxes-24m', 24 * megabyte),
    keyframes('keyframes-24m', 24 * megabyte),
    dash('dash-template-910k', () => {
      const id = 'x'.repeat(10_000);
      const media = '$RepresentationID$'.repeat(50_000);
      return representation({ id, rule: `<SegmentTemplate media="${media}" duration="2"/>` });
    }),
    dash('dash-50000-templates', () => {
      const rules = '<SegmentTemplate/>'.repeat(50_000);
      return rules + '<Representation id="a"/>'.repeat(2_000);
    }),
    dash('dash-57000-children-of-a-rule', () => {
      const rule = `<SegmentTemplate media="$Number$" duration="2">${'<x/>'.repeat(57_000)}</SegmentTemplate>`;
      return rule + '<Representation id="a"><SegmentTemplate/></Representation>'.repeat(1_000);
    }),
    dash('dash-57000-children-of-a-list', () => {
      const rule = `<SegmentList duration="2">${'<x/>'.repeat(57_000)}</SegmentList>`;
      return rule + '<Representation id="a"/>'.repeat(1_000);
    }),
    dash('dash-45000-roles', () => {
      const roles = '<Role schemeIdUri="urn:mpeg:dash:role:2011"/>'.repeat(40_000);
      return roles + representation({ id: 'a', rule: '<SegmentTemplate media="$Number$" duration="2"/>' });
    }),
    dash('dash-20000-representations', () => representations(20_000)),
    dash('dash-40000-representations', () => representations(40_000)),
    dash('dash-150000-attributes', () => {
      const attributes = Array.from({ length: 150_000 }, (_item, index) => `a${index}=""`).join(' ');
      return `<Representation id="a" ${attributes}/>`;
    }),
    hls('hls-define-64k', () => {
      const define = `#EXT-X-DEFINE:NAME="x",VALUE="${'v'.repeat(30_000)}"`;
      return [define, ...Array.from({ length: 1_400 }, () => '#EXT-X-MEDIA:NAME="{$x}"')].join('\n');
    }),
    { ...hls('hls-39000-children', () => segments(39_000)), requests: 5 },
  ];
}

/**
 * A hostile Matroska index (Cues): each of its cue points has an element that claims to reach to the end of the file.
 */
function cues(name, size) {
  const point = Buffer.from('bb84b73ffffe', 'hex');
  const head = Buffer.alloc(12);
  head.writeUInt32BE(0x1c53bb6b);
  head.writeBigUInt64BE((1n << 56n) | BigInt(size - 12), 4);
  const bytes = Buffer.concat([head, Buffer.alloc(size - 12, point)]);
  // Requests for the start of the film get its valid bytes, which tell the server where the (hostile) index is.
  const part = (fromByte) => (fromByte === 0 ? undefined : bytes);
  return { name, path: `${name}.mkv`, streamKind: 'file', film: 'film.mkv', part };
}

function moov(name, size, content) {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size);
  head.write('moov', 4, 'latin1');
  const bytes = Buffer.concat([head, content]);
  const part = (fromByte) => bytes.subarray(fromByte);
  return { name, path: `${name}.mp4`, streamKind: 'file', film: 'film.mp4', part };
}

/** A hostile MP4 index (moov): each of its tracks has a box that claims to reach to the end of the file. */
function boxes(name, size) {
  const content = Buffer.alloc(size - 8);
  for (let at = 0; at + 16 <= content.length; at += 16) {
    content.writeUInt32BE(16, at);
    content.write('trak', at + 4, 'latin1');
    content.writeUInt32BE(content.length - at - 8, at + 8);
    content.write('mdia', at + 12, 'latin1');
  }
  return moov(name, size, content);
}

/**
 * A valid but very large MP4 index (moov): its only track lists as many keyframes as fit into the given size in bytes.
 */
function keyframes(name, size) {
  const box = (type, ...content) => {
    const body = Buffer.concat(content);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length + 8);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, body]);
  };
  const numbers = (...values) => {
    const bytes = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
    return bytes;
  };
  const count = Math.floor((size - 400) / 4);
  const all = Buffer.alloc(count * 4);
  for (let index = 0; index < count; index += 1) all.writeUInt32BE(index + 1, index * 4);
  const handler = box('hdlr', Buffer.from('\0\0\0\0\0\0\0\0vide', 'latin1'));
  const scale = box('mdhd', numbers(0, 0, 0, 1_000, 0));
  const times = box('stts', numbers(0, 1, count, 10));
  const tables = box('minf', box('stbl', times, box('stss', numbers(0, count), all)));
  const content = box('trak', box('mdia', scale, handler, tables));
  return moov(name, content.length + 8, content);
}

function dash(name, content) {
  const text = () =>
    `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT60S"><Period><AdaptationSet mimeType="video/mp4">${content()}</AdaptationSet></Period></MPD>`;
  return { name, path: `${name}.mpd`, streamKind: 'dash', text };
}

const representation = ({ id, rule }) => `<Representation id="${id}">${rule}</Representation>`;
const representations = (count) =>
  '<SegmentTemplate media="$Number$.m4s" duration="2"/>' +
  Array.from({ length: count }, (_item, id) => `<Representation id="${id}"/>`).join('');

function hls(name, content) {
  const text = () => `#EXTM3U\n#EXT-X-TARGETDURATION:2\n${content()}\n`;
  return { name, path: `${name}.m3u8`, streamKind: 'hls', text };
}

const segments = (count) =>
  Array.from({ length: count }, (_item, index) => `#EXTINF:2,\nsegmento-${index}.ts`).join('\n');
