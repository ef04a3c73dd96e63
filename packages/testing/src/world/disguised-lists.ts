/** A list of addresses in a form that mpv, or another player, may recognise by its content. */
export interface DisguisedList {
  name: string;
  body: Buffer;
  /** Whether an mpv that follows references (0.35, Debian 12's) requests an address of the list. */
  isFollowed: boolean;
}

/**
 * Lists that a hostile provider may send in place of a film, in every form by which mpv recognises lists, and in some by
 * which it does not.
 *
 * @param targets - two origins that the lists name; the path of every address is `/canario.ts`, or `/inicio.mp4` in DASH
 */
export function disguisedLists(targets: readonly [string, string]): DisguisedList[] {
  const addresses = targets.map((target) => `${target}/canario.ts`);
  const [first = ''] = addresses;
  const entries = (title: string): string => addresses.map((one) => `#EXTINF:4,${title}\n${one}\n`).join('');
  const m3u = `#EXTM3U\n${entries('uno')}`;
  const hls = `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:0\n${entries('')}#EXT-X-ENDLIST\n`;
  const pls = `[playlist]\n${addresses.map((one, index) => `File${index + 1}=${one}\nTitle${index + 1}=Canción\n`).join('')}Version=2\n`;
  const references = `[Reference]\n${addresses.map((one, index) => `Ref${index + 1}=${one}\n`).join('')}; ñ\n`;
  const shortcut = `[InternetShortcut]\nURL=${first}\nIconFile=ñ.ico\n`;
  const edl = `# mpv EDL v0\n${addresses.map((one) => `%${one.length}%${one},length=2,title=ñ\n`).join('')}`;
  const concat = `ffconcat version 1.0\n${addresses.map((one) => `file '${one}'\n`).join('')}`;
  const dash = `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-main:2011" type="static" mediaPresentationDuration="PT9S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><SegmentList duration="1"><Initialization sourceURL="${targets[0]}/inicio.mp4"/>${addresses.map((one) => `<SegmentURL media="${one}"/>`).join('')}</SegmentList></Representation></AdaptationSet></Period></MPD>`;
  const declared = `<?xml version="1.0"?>\n${dash}`;
  const session = `v=0\no=- 0 0 IN IP4 127.0.0.2\ns=x\nc=IN IP4 127.0.0.2\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n`;
  const followed: Readonly<Record<string, string | Buffer>> = {
    m3u,
    'm3u with a mark': `\uFEFF${m3u}`,
    'm3u in utf-16': wide(m3u),
    'm3u in swapped utf-16': wide(m3u).swap16(),
    'm3u in utf-16 with a control': wide(`#EXTM3U\n#\u0001\n${m3u}`),
    hls,
    'hls with a mark': `\uFEFF${hls}`,
    'hls in utf-16': wide(hls),
    'hls behind a tag': tagged(hls),
    'hls behind a long tag': tagged(hls, 200_000),
    pls,
    'pls with a mark': `\uFEFF${pls}`,
    'pls in utf-16': wide(pls),
    'pls behind blanks': `\n \r\n\t${pls}`,
    'pls in capitals': pls.replace('playlist', 'PLAYLIST'),
    'pls with a control': pls.replace('Version', '\u0001\nVersion'),
    references,
    'references with a mark': `\uFEFF${references}`,
    'references in utf-16': wide(references),
    shortcut,
    'shortcut in utf-16': wide(shortcut),
    dash,
    'dash with a declaration': declared,
    'dash behind a comment': `<!-- ñ -->${dash}`,
    'dash behind a long comment': `<?xml version="1.0"?><!-- ${'ñ '.repeat(800)} -->${dash}`,
    'dash behind an instruction': `<?xml-stylesheet href="ñ"?>${dash}`,
    'dash with a mark': `\uFEFF${dash}`,
    'dash with a mark and a declaration': `\uFEFF${declared}`,
    'dash behind blanks': `\n \t\n${dash}`,
    'dash behind a tag': tagged(dash),
    'dash behind a comment and a tag': tagged(`<!-- ñ -->${dash}`),
    edl,
  };
  const ignored: Readonly<Record<string, string | Buffer>> = {
    'm3u in utf-16 without a mark': wide(m3u).subarray(2),
    'm3u behind a tag': tagged(m3u),
    'm3u behind blanks': `\n  ${m3u}`,
    'hls behind two tags': tagged(tagged(hls)),
    'pls behind a tag': tagged(pls),
    'dash in utf-16': wide(declared),
    'edl with a mark': `\uFEFF${edl}`,
    'edl behind a tag': tagged(edl),
    concat,
    'concat behind a tag': tagged(concat),
    session,
    'session with a control': session.replace('s=x', 's=\u0001'),
    'rtsp text': `RTSPtext\n${first}\n`,
    asx: `<asx version="3.0"><entry><ref href="${first}"/></entry></asx>`,
    addresses: `${addresses.join('\n')}\n`,
  };
  const named = (bodies: Readonly<Record<string, string | Buffer>>, isFollowed: boolean): DisguisedList[] =>
    Object.entries(bodies).map(([name, body]) => ({ name, body: Buffer.from(body), isFollowed }));
  return [...named(followed, true), ...named(ignored, false)];
}

/** A text in UTF-16, its lower bytes first, behind a byte order mark. */
const wide = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

/** Puts an ID3v2 tag in front of a list. @see https://id3.org/id3v2.4.0-structure */
function tagged(body: string | Buffer, length = 300): Buffer {
  const head = Buffer.from('ID3\u0004\0\0\0\0\0\0', 'latin1');
  for (let byte = 0; byte < 4; byte += 1) head[9 - byte] = (length >> (7 * byte)) & 0x7f;
  return Buffer.concat([head, Buffer.alloc(length), Buffer.from(body)]);
}
