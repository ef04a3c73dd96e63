import { foldText } from '@butaca/contract';

/** Statements that hold for any title of a genre; shown on a watch page when no generative model is available. */
export interface GenreWords {
  mood: string;
  themes: readonly string[];
  trivia: readonly string[];
  culturalImpact: string;
  soundtrack: string;
}

/** General statements about the titles of each genre. @see docs/requisitos.md, R8.12 */
const byGenre = {
  accion: {
    mood: 'Intenso',
    themes: ['Persecuciones', 'Valentía', 'Justicia'],
    trivia: [
      'Las escenas de riesgo las ensayan y ruedan especialistas; los actores suelen entrar en los planos cortos.',
      'En una secuencia de acción, el montaje decide el ritmo: unos pocos fotogramas más o menos cambian un golpe.',
    ],
    culturalImpact:
      'La acción es tan antigua como el cine: las persecuciones ya llenaban las salas en los años del mudo.',
    soundtrack: 'La percusión y los metales suelen marcar el pulso de la acción.',
  },
  comedia: {
    mood: 'Alegre',
    themes: ['Enredos', 'Amistad', 'Humor'],
    trivia: [
      'En la comedia, el silencio antes de una respuesta cuenta tanto como la respuesta.',
      'Muchas comedias ruedan varias versiones de un mismo chiste y eligen la mejor en el montaje.',
    ],
    culturalImpact:
      'La comedia retrata las costumbres de su tiempo: aquello de lo que una época se ríe dice mucho de ella.',
    soundtrack: 'La música de comedia suele ser ligera y subrayar las entradas y salidas de los personajes.',
  },
  drama: {
    mood: 'Emotivo',
    themes: ['Familia', 'Decisiones', 'Memoria'],
    trivia: [
      'El primer plano es la gran herramienta del drama: acerca al público a lo que un personaje no dice.',
      'En el drama, las escenas se ruedan a menudo fuera de orden: los actores han de saber en qué momento está su personaje.',
    ],
    culturalImpact:
      'El drama viene del teatro griego, y sigue siendo la forma en que las pantallas hablan de la vida de todos.',
    soundtrack: 'El piano y las cuerdas suelen acompañar los momentos íntimos del drama.',
  },
  terror: {
    mood: 'Inquietante',
    themes: ['Miedo', 'Lo desconocido', 'Supervivencia'],
    trivia: [
      'En el terror, lo que no se ve suele dar más miedo que lo que se enseña.',
      'Los crujidos y golpes del terror se graban después, en un estudio, con objetos cotidianos.',
    ],
    culturalImpact:
      'Cada época proyecta sus temores en el terror: por eso sus monstruos cambian con los años.',
    soundtrack: 'El silencio y las notas sostenidas son las armas del terror.',
  },
  'ciencia ficcion': {
    mood: 'Asombroso',
    themes: ['Futuro', 'Tecnología', 'Identidad'],
    trivia: [
      'La ciencia ficción suele hablar del presente: imagina el futuro para preguntar por lo que ya ocurre.',
      '«Viaje a la Luna», de Georges Méliès, llevó la ciencia ficción al cine ya en 1902.',
    ],
    culturalImpact: 'Muchos ingenieros y científicos cuentan que su vocación empezó con la ciencia ficción.',
    soundtrack: 'Los sintetizadores y la orquesta comparten la música de la ciencia ficción.',
  },
  romance: {
    mood: 'Tierno',
    themes: ['Amor', 'Encuentros', 'Segundas oportunidades'],
    trivia: [
      'La química entre dos actores se busca en pruebas conjuntas antes del rodaje.',
      'En el romance, la luz suele ser más suave y cálida en las escenas en que los protagonistas se acercan.',
    ],
    culturalImpact: 'Las historias de amor cambian con las costumbres, y ayudan también a cambiarlas.',
    soundtrack: 'El romance suele tener un tema propio para la pareja, que vuelve en cada encuentro.',
  },
} as const satisfies Record<string, GenreWords>;

const ofAnyGenre: GenreWords = {
  mood: 'Para disfrutar',
  themes: [],
  trivia: [
    'Una historia se cuenta tres veces: al escribirla, al rodarla y al montarla.',
    'El sonido que se oye en pantalla se completa casi siempre después del rodaje.',
  ],
  culturalImpact: 'Las historias que vemos juntos acaban formando parte de lo que recordamos juntos.',
  soundtrack: 'No disponible',
};

/**
 * Names of genres as providers spell them, folded (lower case, no accents), each with the genre whose general
 * statements (texts used when no generative model is available) apply to it.
 */
const otherNames: Readonly<Record<string, keyof typeof byGenre>> = {
  action: 'accion',
  aventura: 'accion',
  'accion y aventura': 'accion',
  comedy: 'comedia',
  horror: 'terror',
  'sci-fi': 'ciencia ficcion',
  'ciencia-ficcion': 'ciencia ficcion',
  'science fiction': 'ciencia ficcion',
  romantica: 'romance',
  romantico: 'romance',
};

/** The names of genres as they are written, where these differ from the folded names. */
const withAccents: Readonly<Record<string, string>> = {
  accion: 'acción',
  'ciencia ficcion': 'ciencia ficción',
};

const isKnown = (genre: string): genre is keyof typeof byGenre => Object.hasOwn(byGenre, genre);

/**
 * Returns general statements about a title's first known genre, with a heading that names the genre; without one,
 * statements that hold for any title.
 */
export function wordsOfGenres(genres: readonly string[]): GenreWords & { heading: string } {
  for (const folded of genres.map(foldText)) {
    const genre = Object.hasOwn(otherNames, folded) ? otherNames[folded] : folded;
    if (genre !== undefined && isKnown(genre))
      return { ...byGenre[genre], heading: `Del género ${withAccents[genre] ?? genre}` };
  }
  return { ...ofAnyGenre, heading: 'Del cine y las series' };
}

/** Statements that hold for any title of a decade, with a heading that names the decade. */
export interface DecadeWords {
  heading: string;
  production: string;
  trivia: string;
}

/**
 * General statements about decades, newest first, each with the first year of its decade; the first decade that begins
 * before or in a title's year applies.
 *
 * @see docs/requisitos.md, R9.17
 */
const decades = [
  {
    from: 2020,
    heading: 'De la década de 2020',
    production:
      'En los años veinte de este siglo, los estrenos se reparten entre las salas y las plataformas.',
    trivia:
      'En la década de 2020 se extienden los decorados en pantallas LED: paisajes lejanos sin salir del estudio.',
  },
  {
    from: 2010,
    heading: 'De la década de 2010',
    production:
      'En la década de 2010 el cine terminó de pasar de la película fotográfica al archivo digital.',
    trivia:
      'En la década de 2010, las cámaras digitales sustituyeron a la película en la mayoría de los rodajes.',
  },
  {
    from: 2000,
    heading: 'De la década de 2000',
    production: 'En la década de 2000 los efectos digitales y el montaje digital se hicieron habituales.',
    trivia:
      'En la década de 2000, el DVD llevó a las casas los comentarios de directores y las escenas eliminadas.',
  },
  {
    from: 1990,
    heading: 'De los años noventa',
    production:
      'En los noventa se rodaba en película de 35 mm, y los efectos digitales daban sus primeros pasos.',
    trivia: 'En los noventa, los videoclubes decidían la segunda vida de un estreno.',
  },
] as const;

const beforeThem: DecadeWords = {
  heading: 'De antes de los años noventa',
  production:
    'Antes de los noventa casi todo se rodaba en película fotográfica, y los efectos se hacían ante la cámara.',
  trivia: 'Antes de los noventa, una copia de una película viajaba en latas de una sala a otra.',
};

/** Returns general statements about the decade of a title; `undefined` for a title without a year. */
export function wordsOfYear(year: number | null): DecadeWords | undefined {
  if (year === null) return undefined;
  const { heading, production, trivia } = decades.find(({ from }) => year >= from) ?? beforeThem;
  return { heading, production, trivia };
}
