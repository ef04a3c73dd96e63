import { doramasSection, type VideoType } from '@butaca/contract';

/**
 * A video type that has a screen of its own without filters (doramas, novelas, documentaries), with the texts of that
 * screen.
 */
export interface Kind {
  title: string;
  tipo: VideoType;
  /**
   * The catalogue section whose plans open the titles of this type that name no plans themselves; without it they are
   * open to all plans.
   */
  section?: string;
  waiting: string;
  failed: string;
  empty: string;
  emptyReason: string;
}

/**
 * How many titles one call of the screens «Doramas», «Novelas» and «Documentales» requests.
 *
 * @see docs/requisitos.md, R9.4
 */
export const kindPageSize = 100;

export const documentales: Kind = {
  title: 'Documentales',
  tipo: 'documental',
  waiting: 'Cargando documentales...',
  failed: 'Error al cargar los documentales',
  empty: 'No hay documentales disponibles.',
  emptyReason: 'Aparecerán en cuanto se añada el primero.',
};

export const doramas: Kind = {
  title: 'Doramas',
  tipo: 'dorama',
  section: doramasSection,
  waiting: 'Cargando doramas...',
  failed: 'Error al cargar los doramas',
  empty: 'No hay doramas disponibles.',
  emptyReason: 'Aparecerán en cuanto se añada el primero.',
};

export const novelas: Kind = {
  title: 'Novelas',
  tipo: 'novela',
  waiting: 'Cargando novelas...',
  failed: 'Error al cargar las novelas',
  empty: 'No hay novelas disponibles.',
  emptyReason: 'Aparecerán en cuanto se añada la primera.',
};
