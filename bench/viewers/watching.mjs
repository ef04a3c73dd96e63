import { addRepeated } from './agenda.mjs';

const segmentMs = 4_000;
/** How long a player waits before it requests the same segment once more. */
const againMs = 200;

/**
 * Lets a viewer receive a film in HLS: its address, its playlist, and a segment every four seconds. A segment that fails
 * is requested again until it comes, so that nothing of the film is left out.
 *
 * @param {import('./run-viewers.mjs').Viewer} viewer
 * @param {Parameters<typeof import('./behaviour.mjs').fillAgenda>[0]} given
 */
export function startWatching(viewer, { agenda, catalogue, random, fromMs, endMs, record, onGap }) {
  const film = catalogue.streamedFilms[viewer.index % catalogue.streamedFilms.length];
  const state = { segments: [], number: 0, cookie: '', isBusy: false };
  const options = () => ({ headers: { cookie: state.cookie } });

  function open(atMs) {
    viewer.client.send(`/api/videos/${film}`, { isRead: true }, (status, text, headers) => {
      record('address', atMs, status);
      if (status !== 200) return later(open);
      state.cookie = (headers['set-cookie'] ?? []).map((line) => line.replace(/;.*/s, '')).join('; ');
      return readPlaylist(JSON.parse(text).url, performance.now());
    });
  }

  function readPlaylist(url, atMs) {
    viewer.client.send(url, { ...options(), isRead: true }, (status, text) => {
      record('playlist', atMs, status);
      if (status !== 200) return later(open);
      const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      const addresses = lines.map((line) => {
        const { pathname, search } = new URL(line, `http://x${url}`);
        return pathname + search;
      });
      if (text.includes('#EXT-X-STREAM-INF')) return readPlaylist(addresses[0], performance.now());
      state.segments = addresses;
      return undefined;
    });
  }

  function later(act) {
    if (performance.now() < endMs) setTimeout(() => act(performance.now()), againMs);
  }

  function receive(atMs) {
    const address = state.segments[state.number % Math.max(state.segments.length, 1)];
    // The player has what it was sent before, and does not request the next one until this one is there.
    if (address === undefined || state.isBusy) return;
    state.isBusy = true;
    let hasFailed = false;
    const ask = (askedAtMs) =>
      viewer.client.send(address, options(), (status) => {
        record('segment', askedAtMs, status);
        if (status === 200) {
          state.isBusy = false;
          state.number += 1;
          if (hasFailed) onGap((performance.now() - atMs) / 1_000, atMs);
          return;
        }
        hasFailed = true;
        if (performance.now() < endMs) later(ask);
        else onGap(Infinity, atMs);
      });
    ask(atMs);
  }

  const firstMs = fromMs + random() * segmentMs;
  agenda.add(firstMs, open);
  addRepeated(agenda, { firstMs: firstMs + segmentMs, everyMs: segmentMs }, receive);
}
