import { cataloguePages, writeEmptyPages, type CataloguePage } from '@butaca/contract';
import { createSingleFlight } from '../../../platform/async/single-flight.ts';

/** Active titles of one kind: their `tipo`, whether they are animes by their subtype, whether they are for children. */
export interface TitleKind {
  tipo: string;
  isAnime: boolean;
  isForKids: boolean;
}

/** The functions of other features that say what the catalogue has. */
export interface EmptyPagesNeeds {
  videos: { listKinds(): Promise<TitleKind[]> };
  channels: { hasAny(): Promise<boolean> };
  collections: { hasAny(): Promise<boolean> };
  version: { current(): number };
}

/** Which pages of the catalogue have nothing on them, which every answer to a signed-in person says. */
export interface EmptyPages {
  /**
   * The value of the header with the empty pages; `undefined` before they are known for the first time.
   * After a change of the catalogue the former ones are returned until the catalogue has been read again.
   */
  read(): string | undefined;
}

/** Reads the catalogue once for each catalogue version, and only when somebody asks. */
export function emptyPagesFeature({ videos, channels, collections, version }: EmptyPagesNeeds): EmptyPages {
  const flights = createSingleFlight<void>();
  let known: { version: number; pages: string } | undefined;

  async function find(): Promise<void> {
    const present = version.current();
    const [kinds, hasChannels, hasCollections] = await Promise.all([
      videos.listKinds(),
      channels.hasAny(),
      collections.hasAny(),
    ]);
    const filled = new Set<CataloguePage>(kinds.flatMap(listPages));
    if (hasChannels) filled.add('/live-tv');
    if (hasCollections) filled.add('/colecciones');
    known = { version: present, pages: writeEmptyPages(cataloguePages.filter((page) => !filled.has(page))) };
  }

  return {
    read() {
      if (known?.version !== version.current()) {
        // A database that does not answer leaves the former pages; the next request asks again.
        flights.run('pages', find).catch(() => undefined);
      }
      return known?.pages;
    },
  };
}

const pageOfTipo: Readonly<Record<string, CataloguePage>> = {
  pelicula: '/peliculas',
  serie: '/series',
  anime: '/animes',
  dorama: '/doramas',
  novela: '/novelas',
  documental: '/documentales',
};

/** The pages that show titles of a kind. */
function listPages({ tipo, isAnime, isForKids }: TitleKind): CataloguePage[] {
  const own = Object.hasOwn(pageOfTipo, tipo) ? pageOfTipo[tipo] : undefined;
  return [
    ...(own === undefined ? [] : [own]),
    ...(isAnime ? (['/animes'] as const) : []),
    ...(isForKids ? (['/kids'] as const) : []),
  ];
}
