/* Titles that share their words with those of the labelled searches, so that a search has to choose. */

const nouns =
  'faro ciudad noche mar casa rey señor amor guerra hombre mujer isla camino luz sombra monos hotel parque juicio bestia dama papel fauno cielo samuráis universo robot araña estrella león'.split(
    ' ',
  );
const places =
  'Marte Madrid Roma Oxford Kansas Tokio Lisboa Sevilla Cádiz Miami Harrelson Manila Berlín Dakota'.split(
    ' ',
  );
const numerals = ['2', '3', 'II', 'III', 'dos', 'IV'];

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Returns `count` different titles: «El faro de Marte», «Noche y mar», «Camino a Roma II». */
export function makeDistractors(count: number): string[] {
  const titles = nouns.flatMap((noun) => [
    ...places.flatMap((place) => [
      `El ${noun} de ${place}`,
      `${capital(noun)} a ${place}`,
      ...numerals.map((numeral) => `${capital(noun)} en ${place} ${numeral}`),
    ]),
    ...nouns.filter((other) => other !== noun).map((other) => `${capital(noun)} y ${other}`),
  ]);
  return titles.slice(0, count);
}
