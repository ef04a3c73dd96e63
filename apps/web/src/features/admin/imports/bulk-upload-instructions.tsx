const example = `#EXTM3U
#EXTINF:-1 tvg-logo="https://ejemplo.com/cartel.jpg" group-title="Drama",El faro (2024)
https://ejemplo.com/movie/el-faro.mp4
#EXTINF:-1 group-title="Series",La costa S01E01
https://ejemplo.com/series/la-costa-1x01.mp4`;

/**
 * The help text about the file format of «Subida por secciones».
 *
 * @see docs/requisitos.md, R5.20
 */
export function BulkUploadInstructions() {
  return (
    <section className="bulk__help" aria-labelledby="bulk-help">
      <h2 id="bulk-help">Instrucciones</h2>
      <ol>
        <li>Elige la sección a la que pertenece todo el archivo.</li>
        <li>
          Elige un archivo que termine en .m3u. También vale una lista de Wiseplay (.w3u), XSPF, PLS o Enigma2
          (.tv), y comprimida en .gz o .zip.
        </li>
        <li>Súbelo. Se importa entero o no se importa nada, y después se puede deshacer.</li>
      </ol>
      <h3>Formato del archivo</h3>
      <ul>
        <li>
          Cada entrada empieza con <code>#EXTINF</code> y lleva el título después de la coma.
        </li>
        <li>
          El título de un capítulo termina con su temporada y su número: <code>S01E01</code>.
        </li>
        <li>
          Puede llevar más datos: el logo (<code>tvg-logo</code>) y el grupo (<code>group-title</code>).
        </li>
        <li>Una dirección por entrada, en la línea siguiente.</li>
      </ul>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable so that the arrow keys can scroll it */}
      <pre tabIndex={0} aria-label="Ejemplo de archivo">
        {example}
      </pre>
    </section>
  );
}
