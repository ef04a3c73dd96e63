import { AppError } from '../../../../platform/http/app-error.ts';
import type { ProviderFullError } from '../upstream/provider-slots.ts';

/**
 * Makes the answer to a viewer for whom the provider has no connection left.
 *
 * @param titles - what plays now, without what the viewer may not see
 */
export function providerFull(
  { connections, isUncertain }: ProviderFullError,
  titles: readonly string[],
): AppError {
  const count = connections === 1 ? '1 emisión' : `${connections} emisiones`;
  const verb = titles.length === 1 ? 'Ahora se ve' : 'Ahora se ven';
  const playing =
    titles.length === 0 ? '' : ` ${verb}: ${listOf.format(titles.map((title) => `«${title}»`))}.`;
  const error = isUncertain
    ? 'Ahora no se puede comprobar cuántas conexiones de tu proveedor están en uso. Prueba en unos segundos.'
    : `Tu proveedor solo admite ${count} a la vez.${playing}`;
  return new AppError('upstream.full', { payload: { error, connections, playing: titles } });
}

const listOf = new Intl.ListFormat('es', { type: 'conjunction' });
