import { tryStages, type TriedStage } from '@butaca/contract';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ProviderGateway } from './providers.ts';
import { describeError, notReached, passedSentences, skippedSentences } from './provider-sentences.ts';
import type { ProvidersRepository } from './providers.repository.ts';
import type { ProviderAccess } from '../../../shared/provider/seal-access.ts';

/** The beginnings of web pages, which providers send in place of a list when an account has expired. */
const page = /^\s*<(?:!doctype|html|head|body|\?xml)/i;

/** Tries the address of a provider, then a stream of its list. @returns every stage, in order */
export async function tryProvider(
  { gateway, repository }: { gateway: ProviderGateway; repository: ProvidersRepository },
  id: string,
  access: ProviderAccess,
): Promise<TriedStage[]> {
  const found = await gateway.tryAddress(access);
  const stages = new Map<TriedStage['stage'], TriedStage>();
  for (const { stage, elapsedMs, error, head } of found) {
    const code =
      error?.code ?? (head !== undefined && page.test(head.toString('latin1')) ? 'list.html' : undefined);
    stages.set(stage, {
      stage,
      outcome: code === undefined ? 'passed' : 'failed',
      elapsedMs,
      sentence: code === undefined ? passedSentences[stage] : describeError(code),
    });
  }
  if (stages.get('answer')?.outcome === 'passed') {
    const media = await tryMedia({ gateway, repository }, id);
    if (media !== undefined) stages.set('media', media);
  }
  const hasFailed = [...stages.values()].some(({ outcome }) => outcome === 'failed');
  const isPlain = access.address.startsWith('http:');
  const skippedSentence = (stage: TriedStage['stage']): string =>
    hasFailed && !(stage === 'tls' && isPlain) ? notReached : skippedSentences[stage];
  return tryStages.map(
    (stage) =>
      stages.get(stage) ?? {
        stage,
        outcome: 'skipped',
        elapsedMs: null,
        sentence: skippedSentence(stage),
      },
  );
}

async function tryMedia(
  { gateway, repository }: { gateway: ProviderGateway; repository: ProvidersRepository },
  id: string,
): Promise<TriedStage | undefined> {
  const source = await repository.findStream(id);
  if (source === undefined) return undefined;
  const beganMs = performance.now();
  const { address, stream_kind: streamKind, user_agent: userAgent, referrer } = source;
  const told = (outcome: 'passed' | 'failed', sentence: string): TriedStage => ({
    stage: 'media',
    outcome,
    elapsedMs: Math.round(performance.now() - beganMs),
    sentence,
  });
  try {
    await gateway.tryStream({ address, streamKind, userAgent, referrer });
    return told('passed', passedSentences.media);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return told('failed', describeError(error.code));
  }
}
