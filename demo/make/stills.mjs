/**
 * The stills of the demo, by the loop from which they are cut: stills of six chapters and backdrops. Each is a window
 * in a frame of the loop (1280 by 720 pixels): the second `at`, `wide` pixels across at 16:9, from the upper left
 * corner `from`. The windows avoid the channel's logos and headlines.
 */
const still = (at, wide, from) => ({ at, wide, from });

export const stills = {
  'cenit-24': {
    subject: 'ciudad',
    chapters: [still(2, 760, [0, 142]), still(9, 640, [100, 10]), still(15, 560, [640, 200]), still(22, 480, [330, 180]), still(28, 520, [0, 240]), still(36, 700, [500, 160])],
    backdrop: still(4, 774, [250, 140]),
  },
  sierra: {
    subject: 'sierra',
    chapters: [still(1, 900, [300, 80]), still(8, 1000, [60, 40]), still(15, 640, [560, 120]), still(21, 900, [380, 120]), still(31, 800, [40, 240]), still(37, 700, [200, 150])],
    backdrop: still(20, 1280, [0, 0]),
  },
  tocadiscos: {
    subject: 'tocadiscos',
    chapters: [still(2, 1000, [140, 120]), still(9, 560, [190, 400]), still(14, 520, [600, 190]), still(20, 560, [0, 120]), still(27, 560, [720, 380]), still(34, 620, [420, 90])],
    backdrop: still(6, 1280, [0, 0]),
  },
  orbita: {
    subject: 'orbita',
    chapters: [still(2, 900, [0, 150]), still(9, 640, [400, 340]), still(16, 900, [120, 20]), still(22, 640, [60, 330]), still(29, 700, [560, 300]), still(37, 1000, [200, 156])],
    backdrop: still(18, 1030, [0, 130]),
  },
  cancha: {
    subject: 'cancha',
    chapters: [still(2, 1100, [90, 80]), still(9, 560, [300, 400]), still(15, 640, [0, 60]), still(21, 560, [520, 390]), still(28, 640, [640, 80]), still(35, 800, [240, 260])],
    backdrop: still(6, 1280, [0, 0]),
  },
};
