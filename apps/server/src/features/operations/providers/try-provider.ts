import { tryStages, type TriedStage } from '@butaca/contract';
import { callAddress } from '@butaca/xtream';
import { AppError } from '../../../platform/http/app-error.ts';
import { describeRefused } from './certificate-sentences.ts';
import type { ProviderGateway } from './providers.ts';
import {
  accountPassedSentence,
  describeError,
  notReached,
  passedSentences,
  skippedSentences,
} from './provider-sentences.ts';
import type { ProvidersRepository } from './providers.repository.ts';
import { fetchAccount } from '../../../shared/provider/fetch-account.ts';
import type { ProviderAccess } from '../../../shared/provider/seal-access.ts';
import type { Clock } from '../../../platform/clock.ts';

/** The beginnings of web pages, which providers send in place of a list when an account has expired. */
const page = /^\s*<(?:!doctype|html|head|body|\?xml)/i;
/** What only the beginning of an XSPF list has, which is XML as some pages are. */
const xspf = /<(?:[a-z][\w.-]{0,40}:)?playlist[\s>]/i;

const isPage = (head: string): boolean => page.test(head) && !xspf.test(head);

/**
 * Tries the address of a provider, then a stream of its list. An Xtream server has to accept the account too.
 *
 * @returns every stage, in order
 */
export async function tryProvider(
  { gateway, repository, clock }: { gateway: ProviderGateway; repository: ProvidersRepository; clock: Clock },
  id: string,
  access: ProviderAccess,
): Promise<TriedStage[]> {
  const { account } = access;
  const address = account === undefined ? access.address : callAddress({ base: access.address, ...account });
  const found = await gateway.tryAddress({ ...access, address });
  const stages = new Map<TriedStage['stage'], TriedStage>();
  for (const { stage, elapsedMs, error, refused, head } of found) {
    const code =
      error?.code ?? (head !== undefined && isPage(head.toString('latin1')) ? 'list.html' : undefined);
    stages.set(stage, {
      stage,
      outcome: code === undefined ? 'passed' : 'failed',
      elapsedMs,
      sentence:
        refused !== undefined
          ? describeRefused(refused)
          : code === undefined
            ? passedSentences[stage]
            : describeError(code),
    });
  }
  const answer = stages.get('answer');
  if (account !== undefined && answer?.outcome === 'passed')
    stages.set('answer', { ...answer, ...(await tryAccount(gateway, access, clock.now())) });
  if (stages.get('answer')?.outcome === 'passed') {
    const media = await tryMedia({ gateway, repository, clock }, id);
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

/** How long an Xtream server may take for an answer about an account, in ms. */
const accountWithinMs = 15_000;
const accountMaxBytes = 1_048_576;

/** Asks an Xtream server whether it accepts an account. */
async function tryAccount(
  { fetchList }: ProviderGateway,
  access: ProviderAccess,
  now: Date,
): Promise<Pick<TriedStage, 'outcome' | 'sentence'>> {
  const request = {
    limitBytes: accountMaxBytes,
    answerWithinMs: accountWithinMs,
    withinMs: accountWithinMs,
    signal: new AbortController().signal,
  };
  try {
    await fetchAccount({ fetchList, access, request }, now);
    return { outcome: 'passed', sentence: accountPassedSentence };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { outcome: 'failed', sentence: describeError(error.code) };
  }
}

async function tryMedia(
  { gateway, repository, clock }: { gateway: ProviderGateway; repository: ProvidersRepository; clock: Clock },
  id: string,
): Promise<TriedStage | undefined> {
  const source = await repository.findStream(id);
  if (source === undefined) return undefined;
  const beganMs = clock.steadyMs();
  const { address, stream_kind: streamKind, user_agent: userAgent, referrer } = source;
  const told = (outcome: 'passed' | 'failed', sentence: string): TriedStage => ({
    stage: 'media',
    outcome,
    elapsedMs: Math.round(clock.steadyMs() - beganMs),
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
