/** Name, script and description of each measurement of `npm run bench`. @type {readonly (readonly [string, string, string])[]} */
export const measurements = [
  ['api', 'bench/run.mjs', 'la lista de canales y la pasarela junto a sus límites (usa wrk y nginx)'],
  [
    'catalogue',
    'bench/catalogue.mjs',
    'el catálogo con diez mil, cien mil y un millón de títulos (usa wrk); admite otros números de títulos',
  ],
  [
    'screens',
    'bench/screens.mjs',
    'en Chromium, el rendimiento, el desplazamiento por tres mil títulos y por la guía, y los saltos de cada pantalla; lighthouse, scrolling, guide o shift, solo eso',
  ],
  [
    'playback',
    'bench/playback.mjs',
    'el primer fotograma, el cambio de canal, la pasarela, las conversiones y el guardado del progreso (usa wrk, nginx y ffmpeg)',
  ],
  [
    'live',
    'bench/live.mjs',
    'cien espectadores de un canal, el cambio de canal, las conexiones al proveedor y los fallos de una fuente (usa ffmpeg y Chromium)',
  ],
  [
    'live-buffer',
    'bench/live-buffer.mjs',
    'lo que cuesta guardar los canales que alguien ve para poder pausarlos',
  ],
  [
    'hostile',
    'bench/hostile.mjs',
    'lo que cuestan los archivos hostiles de un proveedor: silencio del servidor, respuesta y memoria (usa ffmpeg)',
  ],
  [
    'import',
    'bench/import.mjs',
    'la importación de cien mil y de un millón de entradas, y lo que esperan los demás mientras tanto',
  ],
  [
    'guide',
    'bench/guide.mjs',
    'la lectura de una guía de 128 MB y de otra que comprimida ocupa 500 MB, y cuánto acierta el emparejado de canales; admite otros tamaños de la comprimida, en MB; 0, ninguna',
  ],
  [
    'account',
    'bench/account.mjs',
    'la importación de una cuenta Xtream con cien mil canales, películas y series',
  ],
  [
    'guide-window',
    'bench/guide-window.mjs',
    'la guía de cinco mil canales y catorce días: lo que tarda en leerse, la parrilla, ahora y después, y las búsquedas; admite otros números de canales y días',
  ],
  [
    'recommend',
    'bench/recommend.mjs',
    'cuánto aciertan las recomendaciones entre cien mil títulos, con un historial inventado, y lo que tardan',
  ],
  [
    'nginx',
    'bench/nginx-gateway.mjs',
    'lo que entrega nginx tras las comprobaciones de la pasarela, junto a un nginx solo (usa wrk, nginx y redis-server)',
  ],
  [
    'load',
    'bench/viewers.mjs',
    'diez mil espectadores simulados, mil conexiones lentas y media hora de uso; escribe un informe en docs/informes (usa wrk y ffmpeg); --cluster 2 --kill, dos servidores detrás de nginx, uno de los cuales muere a la mitad',
  ],
  [
    'cluster',
    'tools/cluster-test.mjs',
    'varios servidores: sus pruebas, diez mil espectadores mientras muere uno, el caudal y los bytes por nginx (usa redis-server, nginx, wrk y ffmpeg; un cuarto de hora)',
  ],
  [
    'shots',
    'bench/shots.mjs',
    'fotografías de cada pantalla a cuatro anchuras, con la demostración y sin datos; CARPETA PANTALLA…, algunas',
  ],
  [
    'titles',
    'bench/names.mjs',
    'cuánto aciertan los nombres de un corpus, en qué coinciden conjuntos ajenos (usa pip) y lo que tarda leer cien mil y un millón; --differences, cada diferencia',
  ],
  [
    'metadata',
    'bench/metadata.mjs',
    'cuánto acierta el emparejado de los títulos de las listas con las películas y series de una fuente; --misses, cada fallo',
  ],
  [
    'figures',
    'bench/figures.mjs',
    'líneas de cada carpeta, archivos más largos y carpetas más llenas; --since REVISIÓN, cuánto ha cambiado',
  ],
];
