import type { SourceVerdict } from '@butaca/contract';
import { RestError } from '../upstream/host-gate.ts';
import { readUpstreamError } from '../upstream/upstream-error.ts';

/** The verdict for each error of the API with which a source fails; errors of this server and of a full provider have none. */
const verdictByCode: Readonly<Record<string, SourceVerdict>> = {
  'upstream.unknown_host': 'unknown_host',
  'upstream.timeout': 'timeout',
  'upstream.certificate': 'certificate',
  'upstream.unauthorized': 'unauthorized',
  'upstream.forbidden': 'forbidden',
  'upstream.gone': 'gone',
  'upstream.blocked': 'blocked',
  'upstream.connections': 'connections',
  'upstream.busy': 'busy',
  'upstream.page': 'page',
  'upstream.unreachable': 'unreachable',
  'upstream.protocol': 'refused',
  'upstream.refused': 'refused',
  'upstream.protected': 'refused',
};

/** A source that has answered, and whose media then broke off or were of no use. */
export class SourceFailedError extends Error {
  override readonly name = 'SourceFailedError';
  readonly verdict: SourceVerdict;

  constructor(verdict: SourceVerdict) {
    super(`the source failed: ${verdict}`);
    this.verdict = verdict;
  }
}

/** Says why a source failed; `undefined` where the failure is not its own. */
export function readVerdict(error: unknown): SourceVerdict | undefined {
  if (error instanceof SourceFailedError) return error.verdict;
  const failure = readUpstreamError(error);
  return failure.cause instanceof RestError ? undefined : verdictByCode[failure.code];
}
