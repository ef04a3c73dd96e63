/**
 * Titles of films and series that anybody can look up, with the year of each film, from which entries are made
 * (`generated-names.ts`). The counter-examples are titles that look like a code, a year, a language or a quality.
 */

export interface PublicTitle {
  title: string;
  year: number | undefined;
  /**
   * Whether a person recognises the title only with its year in brackets beside it: «Dual (2022)», «10x10 (2018)». Without
   * it the title could be a tag.
   */
  needsYear: boolean;
}

/** One title in each line, with its year behind the last bar; an exclamation mark says that the title needs it. */
function titles(text: string): PublicTitle[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [title = '', year] = line.trim().split('|');
      const needsYear = year?.endsWith('!') === true;
      return { title, year: year === undefined ? undefined : Number.parseInt(year, 10), needsYear };
    });
}

export const films = titles(`
  Amores perros|2000
  Y tu mamá también|2001
  El laberinto del fauno|2006
  El espinazo del diablo|2001
  Nueve reinas|2000
  El hijo de la novia|2001
  Relatos salvajes|2014
  El clan|2015
  Todo sobre mi madre|1999
  Hable con ella|2002
  La mala educación|2004
  Dolor y gloria|2019
  Madres paralelas|2021
  Los abrazos rotos|2009
  Abre los ojos|1997
  Los otros|2001
  Ágora|2009
  Tesis|1996
  Balada triste de trompeta|2010
  La comunidad|2000
  El bar|2017
  Campeones|2018
  Truman|2015
  El olivo|2016
  También la lluvia|2010
  Te doy mis ojos|2003
  Los santos inocentes|1984
  El verdugo|1963
  Viridiana|1961
  Bienvenido, Mister Marshall|1953
  Plácido|1961
  El espíritu de la colmena|1973
  Cría cuervos|1976
  Belle Époque|1992
  Solas|1999
  La lengua de las mariposas|1999
  Princesas|2005
  Tapas|2005
  La soledad|2007
  Pa negre|2010
  No habrá paz para los malvados|2011
  Blancanieves|2012
  Vivir es fácil con los ojos cerrados|2013
  La trinchera infinita|2019
  Las niñas|2020
  El buen patrón|2021
  Cinco lobitos|2022
  La sociedad de la nieve|2023
  Güeros|2014
  Heli|2013
  Sin nombre|2009
  Cronos|1993
  La jaula de oro|2013
  Instructions Not Included|2013
  Como agua para chocolate|1992
  Macario|1960
  Los olvidados|1950
  El ángel exterminador|1962
  La teta asustada|2009
  Pelo malo|2013
  Gloria|2013
  Una mujer fantástica|2017
  El club|2015
  Machuca|2004
  Taxi para tres|2001
  Whisky|2004
  El baño del Papa|2007
  La historia oficial|1985
  Un cuento chino|2011
  El ciudadano ilustre|2016
  La odisea de los giles|2019
  Elsa y Fred|2005
  Luna de Avellaneda|2004
  Zama|2017
  El abrazo de la serpiente|2015
  Pájaros de verano|2018
  La estrategia del caracol|1993
  María, llena eres de gracia|2004
  Cidade de Deus|2002
  Tropa de elite|2007
  Central do Brasil|1998
  Fresa y chocolate|1993
  La muerte de un burócrata|1966
  Habana Blues|2005
  El padrino|1972
  Tiburón|1975
  Alien, el octavo pasajero|1979
  Regreso al futuro|1985
  Los cazafantasmas|1984
  Parque Jurásico|1993
  Cadena perpetua|1994
  El club de la lucha|1999
  Gladiator|2000
  El pianista|2002
  Kill Bill|2003
  Origen|2010
  Mad Max: Furia en la carretera|2015
  Parásitos|2019
  Joker|2019
  Oppenheimer|2023
  Los juegos del hambre|2012
  Spider-Man: Un nuevo universo|2018
  ¡Olvídate de mí!|2004
  ¿Quién engañó a Roger Rabbit?|1988
  El señor de los anillos: La comunidad del anillo|2001
  Harry Potter y la piedra filosofal|2001
  The Big Lebowski|1998
  Back to the Future|1985
  The Matrix|1999
  No Country for Old Men|2007
  There Will Be Blood|2007
  Lost in Translation|2003
  Little Miss Sunshine|2006
  The Grand Budapest Hotel|2014
  Get Out|2017
  Everything Everywhere All at Once|2022
  Mi vecino Totoro|1988
  La princesa Mononoke|1997
  Perfect Blue|1997
  Your Name|2016
  Oldboy|2003
  Tren a Busan|2016
`);

export const counterFilms = titles(`
  1917|2019
  2012|2009
  1922|2017
  1984|1984
  2046|2004
  2067|2020
  300|2006
  21|2008
  42|2013
  65|2023
  1408|2007
  1941|1979
  127 horas|2010
  101 dálmatas|1961
  12 monos|1995
  28 días después|2002
  7 vírgenes|2005
  3 idiotas|2009
  Blade Runner 2049|2017
  THX 1138|1971
  2001: Una odisea del espacio|1968
  1492: La conquista del paraíso|1992
  Mujer Maravilla 1984|2020
  Argentina, 1985|2022
  Verano 1993|2017
  Death Race 2050|2017
  Cherry 2000|1987
  Apolo 13|1995
  Celda 211|2009
  Distrito 9|2009
  Grupo 7|2012
  K-9|1989
  U-571|2000
  T-34|2018
  T2 Trainspotting|2017
  X-Men 2|2003
  S.W.A.T.|2003
  E.T.|1982
  R.E.D.|2010
  [REC] 2|2009
  Se7en|1995
  M3GAN|2022
  11:14|2003
  50/50|2011
  8½|1963
  WALL·E|2008
  100% lobo|2020
  It|2017!
  Us|2019!
  Ma|2019!
  No|2012!
  Up|2009!
  Dual|2022!
  Sub Zero|2005!
  Multi|2016!
  Cam|2018!
  Raw|2016!
  Max|2015!
  HD|2015!
  10x10|2018!
  4x4|2019!
  2x1|2020!
  Parte 2|2020!
  Latino|1985!
  Spanish|2004!
  Spanish Movie|2009
  El paciente inglés|1996
  El amante latino|1999!
  Realidad dual|2012!
  Un americano en París|1951
  Johnny English|2003!
  Frances Ha|2012
  French Kiss|1995
  Italiano para principiantes|2000
  Kill Bill: Volumen 2|2004
  Kill Bill Vol. 2|2004
  Guardianes de la galaxia Vol. 3|2023
  El padrino: Parte II|1974
  Regreso al futuro III|1990
  Dune: Parte dos|2024
  Harry Potter y las reliquias de la muerte: Parte 2|2011
  John Wick: Capítulo 4|2023!
  It: Capítulo 2|2019!
  Star Wars: Episodio IV - Una nueva esperanza|1977
  Viernes 13: Capítulo final|1984
  Temporada de patos|2004
  Series de un crimen|2010
  Cinema Paradiso|1988
  Scary Movie 2|2001
  Full Monty|1997
  Noche de estreno|1977
  Nuevo mundo|2006
  Final Cut|2022!
  Uncut Gems|2019
  Internal Affairs|1990
  La 4ª compañía|2016
  El 7º día|2004
  Malcolm X|1992
  Toy Story 4|2019
  Ocean's 8|2018
  Superbad - Supersalidos|2007
`);

export const series = titles(`
  La casa de papel|2017
  Vis a vis|2015
  El ministerio del tiempo|2015
  Gran Hotel|2011
  Velvet|2014
  Isabel|2012
  Merlí|2015
  Élite|2018
  Las chicas del cable|2017
  Hierro|2019
  Antidisturbios|2020
  Patria|2020
  La peste|2018
  Fariña|2018
  Cuéntame cómo pasó|2001
  La que se avecina|2007
  Aquí no hay quien viva|2003
  Los hombres de Paco|2005
  El barco|2011
  Águila Roja|2009
  Club de Cuervos|2015
  La casa de las flores|2018
  Luis Miguel|2018
  Narcos|2015
  El marginal|2016
  Okupas|2000
  Los simuladores|2002
  El reino|2021
  Distrito salvaje|2018
  La reina del sur|2011
  El señor de los cielos|2013
  Stranger Things|2016
  Breaking Bad|2008
  Better Call Saul|2015
  Los Soprano|1999
  Juego de tronos|2011
  La casa del dragón|2022
  Chernobyl|2019
  Dark|2017
  Peaky Blinders|2013
  The Office|2005
  Los Simpson|1989
  Doctor Who|2005
  Mr. Robot|2015
  Grey's Anatomy|2005
  The Walking Dead|2010
  Black Mirror|2011
  The Crown|2016
  Succession|2018
  Fargo|2014
  True Detective|2014
  Severance|2022
`);

export const counterSeries = titles(`
  24
  9-1-1
  9-1-1: Lone Star
  Los 100
  1899
  1883
  1670
  3%
  V
  W
  90210
  Sense8
  30 Rock
  30 monedas
  7 vidas
  2 Broke Girls
  Babylon 5
  Warehouse 13
  S.W.A.T.
  CSI: NY
  Hunter x Hunter
  Spy x Family
  Ben 10
  Los 4400
  Hawái 5-0
  New Amsterdam
  Line of Duty
  Dual Survival
  Mob Psycho 100
  Kaiju No. 8
  Extraordinary You
  Perdidos en el espacio
  Sex Education
  T. rex
`);

export const novelas = titles(`
  Café con aroma de mujer
  Yo soy Betty, la fea
  Pasión de gavilanes
  María la del barrio
  Marimar
  Rubí
  Teresa
  La usurpadora
  Rebelde
  El clon
  Avenida Brasil
  Pedro el escamoso
  Corazón salvaje
  Amor en silencio
  La rosa de Guadalupe
  Doña Bárbara
  Mi pecado
  Soy tu dueña
  Tierra amarga
  Hercai
  Erkenci Kus
  Aterrizaje de emergencia en tu corazón
  Boys Over Flowers
  Hotel del Luna
  Vincenzo
  Goblin
  El rey eterno
  Descendientes del sol
  Nuestro blues
  Propuesta laboral
`);

export const animes = titles(`
  One Piece
  Naruto Shippuden
  Bleach
  Dragon Ball Z
  Fullmetal Alchemist: Brotherhood
  Death Note
  Attack on Titan
  Kimetsu no Yaiba
  Jujutsu Kaisen
  Boku no Hero Academia
  Cowboy Bebop
  Neon Genesis Evangelion
  Sailor Moon
  Caballeros del Zodiaco
  Captain Tsubasa
  Steins;Gate
  Code Geass
  Haikyuu!!
  Chainsaw Man
  Frieren
`);

export const counterAnimes = titles(`
  Log Horizon 2
  Eyeshield 21
  Mob Psycho 100
  Kaiju No. 8
  Zom 100
  Magic Kaito 1412
  Hunter x Hunter
`);

export const channels = titles(`
  La 1
  La 2
  Antena 3
  Cuatro
  Telecinco
  La Sexta
  Teledeporte
  Canal 5
  Azteca 7
  Las Estrellas
  El Trece
  Telefe
  TyC Sports
  Caracol TV
  RCN
  América TV
  Chilevisión
  DAZN 1
  Eurosport 2
  National Geographic
  CNN en Español
  TNT Series
`);
