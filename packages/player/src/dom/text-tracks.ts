/**
 * Corrects the subtitle tracks that a player library (hls.js, shaka-player) adds to the <video>. Such a track begins
 * with an empty text at a `data:` URL, which the content security policy refuses, so it is replaced by a `blob:` URL.
 * Tracks that the viewer has not chosen are hidden: Chromium shows a track in the viewer's language by itself when
 * another track is added, unless the track's mode was set before.
 */
export function correctTextTracks(video: HTMLVideoElement, signal: AbortSignal): void {
  let url: string | undefined;
  const observer = new MutationObserver((records) => {
    for (const element of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(element instanceof HTMLTrackElement)) continue;
      if (element.src.startsWith('data:')) {
        url ??= URL.createObjectURL(new Blob(['WEBVTT\n\n'], { type: 'text/vtt' }));
        element.src = url;
      }
      if (element.track.mode !== 'disabled') continue;
      element.track.mode = 'hidden';
      element.track.mode = 'disabled';
    }
  });
  observer.observe(video, { childList: true });
  signal.addEventListener(
    'abort',
    () => {
      observer.disconnect();
      if (url !== undefined) URL.revokeObjectURL(url);
    },
    { once: true },
  );
}
