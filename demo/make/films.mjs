/**
 * The demo's short films, by the name of the loop whose pictures they take. A film is three shots of 20.67 s that melt into
 * each other for a second: a minute in all. A shot is a window that travels over the pictures of a loop (1280 by 720): it
 * starts `at` a second of the loop, `wide` pixels across and 16:9, and goes from one upper left corner to another. The windows
 * leave out the marks and headlines of a channel. All films together stay under 4.6 MB.
 */
export const filmSeconds = 60;
export const meltSeconds = 1;
export const shotSeconds = (filmSeconds + 2 * meltSeconds) / 3;
export const filmWidth = 640;
export const filmHeight = 360;
export const mostFilmBytes = 4.6e6;

const shot = (at, wide, from, to) => ({ at, wide, from, to });

export const films = {
  faro: {
    title: 'El faro',
    bitrateBps: 82_000,
    shots: [shot(0, 1120, [0, 90], [160, 0]), shot(12, 640, [540, 50], [620, 110]), shot(18, 820, [0, 250], [300, 200])],
  },
  'cenit-24': {
    title: 'La ciudad',
    bitrateBps: 54_000,
    shots: [shot(0, 760, [0, 142], [510, 142]), shot(10, 640, [100, 10], [380, 60]), shot(19, 700, [560, 160], [60, 170])],
  },
  sierra: {
    title: 'La sierra',
    bitrateBps: 74_000,
    shots: [shot(0, 1100, [0, 60], [180, 90]), shot(15, 760, [480, 60], [140, 120]), shot(19, 900, [0, 180], [240, 100])],
  },
  tocadiscos: {
    title: 'El tocadiscos',
    bitrateBps: 46_000,
    shots: [shot(0, 1220, [0, 30], [60, 0]), shot(10, 640, [140, 360], [330, 345]), shot(19, 660, [420, 130], [560, 170])],
  },
  orbita: {
    title: 'La órbita',
    bitrateBps: 70_000,
    shots: [shot(0, 1000, [0, 135], [280, 157]), shot(12, 640, [600, 340], [300, 320]), shot(19, 900, [40, 0], [130, 60])],
  },
  cancha: {
    title: 'La cancha',
    bitrateBps: 46_000,
    shots: [shot(0, 1200, [0, 0], [80, 40]), shot(10, 640, [260, 330], [400, 340]), shot(19, 800, [0, 90], [470, 60])],
  },
};
