import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { GuideRefusedError, readGuide } from '@butaca/guide';
import type { FuzzedParser, Pattern } from '@butaca/testing';

const guide = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tv SYSTEM "xmltv.dtd">
<tv generator-info-name="x"><channel id="a"><display-name lang="es">La 1</display-name><icon src="http://p.example/1.png"/></channel>
<!-- <programme channel="a"> -->
<programme start="20261130070000 +0100" stop="20261130080000" channel="a"><title lang="es">Uno &amp; dos</title>
<desc><![CDATA[</programme>]]></desc><category>Cine</category><episode-num system="onscreen">S01 E02</episode-num></programme>
<programme start="202611300800 CET" channel="b"><title>Tres</title><date>2020</date><rating><value>TP</value></rating><new/></programme>
</tv>`;
const start = '<tv><channel id="a"><display-name>A</display-name></channel>';
const tag = '<programme start="20261130070000 +0100" stop="20261130080000 +0100" channel="a">';
const last = '<programme start="20261130070000 +0100" channel="a"><title>Zz</title></programme></tv>';
const end = `</title></programme>${last}`;

const patterns: readonly Pattern[] = [
  { parts: [start, `${tag}<title>Uno</title></programme>`, last] },
  { parts: [start, '<channel id="b"><display-name>B</display-name></channel>', last] },
  { parts: [start, '<programme start="20261130" channel="z"><title>Uno</title></programme>', last] },
  { parts: [start, tag, last] },
  { parts: [start, `${tag}</programme`, last] },
  { parts: [start, `${tag}<![CDATA[`, last] },
  { parts: [start, `${tag}<!--`, last] },
  { parts: [start, '<programme ', last] },
  { parts: [start, '<channel id="', last] },
  { parts: [start, '<!-- > -->', last] },
  { parts: [start, '<![CDATA[]]>', last] },
  { parts: [start, '<a b="c">', last] },
  { parts: [start, `${tag}<title>a</title></programme><!DOCTYPE [`, last] },
  { parts: [`<!DOCTYPE tv [`, '<!ENTITY a "b">', `]>${start}${last}`] },
  { parts: [`${start}${tag}<title>`, '&a', end] },
  { parts: [`${start}${tag}<title>`, 'a ', end] },
  { parts: [`${start}${tag}<title>a</title><desc>`, '<a>', `</desc></programme>${last}`] },
  { parts: [`${start}${tag}<title>a</title>`, '<category>a</category>', `</programme>${last}`] },
  { parts: [`${start}${tag}<title>`, '<!-- -->', end] },
  { parts: [`${start}${tag}<title`, ' a="b"', `>${end}`] },
  { parts: [`${start}<channel id="`, 'a', `"><display-name>x</display-name></channel>${last}`] },
];

/** The reader of guides, which makes the texts of channels and programmes. */
export const guideParser: FuzzedParser = {
  name: 'guides',
  // A guide is read block by block; one of 256 KiB is the longest.
  largestBytes: 2_097_152,
  samples: [Buffer.from(guide), Buffer.from(`\uFEFF${guide}`, 'utf16le'), gzipSync(guide)],
  tokens: [
    '<programme ',
    '</programme>',
    '<channel ',
    '<tv>',
    '</tv>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<!DOCTYPE',
    '<?',
    '&',
    '"',
    ' a="b"',
    '<title>',
    '</title>',
    '<a>',
  ],
  patterns,
  async parse(bytes) {
    let [length, programmes] = [0, 0];
    await readGuide(Readable.from([bytes]), {
      zone: 'Europe/Madrid',
      fromMs: 0,
      toMs: Date.UTC(2100, 0),
      chooseChannels: async (channels) => {
        length += JSON.stringify(channels).length;
        return new Set(channels.map(({ id }) => id));
      },
      onProgrammes: async (batch) => {
        length += JSON.stringify(batch).length;
        programmes += batch.length;
      },
    });
    return programmes === 0 ? 0 : length;
  },
  refusals: [GuideRefusedError],
};
