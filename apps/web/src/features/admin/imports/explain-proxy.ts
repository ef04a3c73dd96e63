import { ApiError } from '../../../platform/api/api-error.ts';

/** What a program in front of our server means by a status, as a sentence with what helps. */
const proxySentences: Readonly<Record<number, (size: string) => string>> = {
  413: (size) =>
    `El servidor que está delante de Butaca no admite archivos de ${size} (413). Súbele el límite (nginx: client_max_body_size).`,
  502: () =>
    'El servidor que está delante de Butaca no la encuentra (502). Comprueba que Butaca está en marcha.',
  504: () =>
    'El servidor que está delante de Butaca no esperó a que terminara (504). Súbele el tiempo de espera (nginx: proxy_read_timeout).',
};

/**
 * Explains a refusal that does not come from our server but from a program in front of it, such as nginx, whose answers have
 * no sentence of ours: the error then has the code `proxy.refused`. Returns any other error as it is.
 */
export function explainProxy(error: unknown, { size }: Pick<File, 'size'>): unknown {
  if (!(error instanceof ApiError) || error.code !== '' || error.serverMessage !== undefined) return error;
  const megabytes = (size / 1_048_576).toLocaleString('es', { maximumFractionDigits: 1 });
  const serverMessage = proxySentences[error.status]?.(`${megabytes} MB`);
  if (serverMessage === undefined) return error;
  return new ApiError({ status: error.status, code: 'proxy.refused', serverMessage });
}
