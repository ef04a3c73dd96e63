/** A recording of the demo that is a part of the web client, so that it can be played without a catalogue. */
export interface Sample {
  title: string;
  kind: 'MP4' | 'HLS';
  path: string;
}

/** The samples of docs/requisitos.md, R2.53: two MP4 files and an HLS stream, twelve seconds each. */
export const samples: readonly Sample[] = [
  { title: 'Faro', kind: 'MP4', path: '/prueba/faro.mp4' },
  { title: 'Sierra', kind: 'MP4', path: '/prueba/sierra.mp4' },
  { title: 'Órbita', kind: 'HLS', path: '/prueba/orbita/index.m3u8' },
];
