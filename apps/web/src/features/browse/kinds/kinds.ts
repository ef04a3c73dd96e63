import { doramasSection, type VideoType } from '@butaca/contract';

/** A video type that has its own screen without filters. */
export interface CatalogueKind {
  title: string;
  tipo: VideoType;
  /** The section whose plans open every title of this type; without it the type is open to all plans. */
  section?: string;
  waiting: string;
  failed: string;
  empty: string;
  emptyReason: string;
}

/** The number of titles in one call. @see the specification, section 9 (by-type fetches) */
export const kindPageSize = 100;

export const documentales: CatalogueKind = {
  title: 'Documentales',
  tipo: 'documental',
  waiting: 'Cargando documentales...',
  failed: 'Error al cargar los documentales',
  empty: 'No hay documentales disponibles.',
  emptyReason: 'Aparecerán en cuanto se añada el primero.',
};

export const doramas: CatalogueKind = {
  title: 'Doramas',
  tipo: 'dorama',
  section: doramasSection,
  waiting: 'Cargando doramas...',
  failed: 'Error al cargar los doramas',
  empty: 'No hay doramas disponibles.',
  emptyReason: 'Aparecerán en cuanto se añada el primero.',
};

export const novelas: CatalogueKind = {
  title: 'Novelas',
  tipo: 'novela',
  waiting: 'Cargando novelas...',
  failed: 'Error al cargar las novelas',
  empty: 'No hay novelas disponibles.',
  emptyReason: 'Aparecerán en cuanto se añada la primera.',
};
