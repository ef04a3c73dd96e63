/**
 * Loads the player's parsers of bytes that come from content providers, for their fuzz test. They are imported when they
 * are needed, so that a page that plays something loads only those of its stream.
 */
export async function loadParsers() {
  const [{ createTsSplicer }, { createTrackFinder }, { readSubtitleFile }] = await Promise.all([
    import('./playback/ts-splice.ts'),
    import('./playback/ts-programme.ts'),
    import('./playback/subtitle-file.ts'),
  ]);
  return { createTsSplicer, createTrackFinder, readSubtitleFile };
}
