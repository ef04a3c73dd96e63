const youtubeForms =
  /^(?:https?:\/\/)?(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|v\/)|youtu\.be\/)([A-Za-z0-9_-]{11})(?![A-Za-z0-9_-])/;

/** Returns the 11 characters of a YouTube video id, from any YouTube URL of the video or from the id alone. */
export function readYoutubeId(address: string): string | undefined {
  const trimmed = address.trim();
  return /^[A-Za-z0-9_-]{11}$/.test(trimmed) ? trimmed : youtubeForms.exec(trimmed)?.[1];
}
