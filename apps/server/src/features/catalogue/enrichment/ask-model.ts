import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { createBreaker, type Attempt } from './breaker.ts';
import type { DailyBudget, EnrichmentRepository } from './enrichment.repository.ts';
import { findJsonObject } from './find-json.ts';
import { GenaiError, type Genai } from './genai-client.ts';
import type { GenerationLimits } from './generation-limits.ts';
import type { Question } from './questions.ts';
import { atMost } from '../../../platform/at-most.ts';

/**
 * An answer of the generative model to a question about a title; `content` is `undefined` when the model had no
 * information about the title.
 */
export interface Known<T> {
  content: T | undefined;
}

/**
 * Creates a function that asks the generative model, within a daily budget and behind a circuit breaker; a question
 * that failed is not repeated for a while.
 */
export function createModelQuestions(needs: {
  repository: Pick<EnrichmentRepository, 'spend'>;
  budget: DailyBudget;
  dayOf(at: Date): string;
  clock: Clock;
  log: Log;
  limits: GenerationLimits;
}) {
  const { repository, clock, log, limits } = needs;
  const failedUntilMs = new LRUCache<string, number>(atMost(5_000));
  const breaker = createBreaker(clock, limits);

  /**
   * Gets permission for one call to the generative model: asks the circuit breaker, then counts the call in the budget
   * of the day and in that of the person. When a budget is spent or the deadline has passed, the call is not made, and
   * the circuit breaker is told so.
   *
   * @returns `unpaid` when only this person's budget is spent
   */
  async function pay(accountId: string, deadline: AbortSignal): Promise<Attempt | undefined | 'unpaid'> {
    const attempt = deadline.aborted ? undefined : breaker.admit();
    if (attempt === undefined) return undefined;
    let mayAsk = false;
    try {
      const payment = await repository.spend(needs.dayOf(clock.now()), accountId, needs.budget);
      mayAsk = payment === 'counted' && !deadline.aborted;
      if (payment === 'spent_by_person') return 'unpaid';
      return mayAsk ? attempt : undefined;
    } finally {
      if (!mayAsk) attempt.giveBack();
    }
  }

  async function ask<T extends object>(
    { kind, name, prompt, schema }: Question<T>,
    api: Genai,
    attempt: Attempt,
    deadline: AbortSignal,
  ): Promise<Known<T> | undefined> {
    try {
      const text = await api.ask(prompt, deadline);
      attempt.succeed();
      const content = schema.safeParse(findJsonObject(text)).data;
      if (content === undefined) log.info({ kind }, 'a model has nothing to say of a title');
      return { content };
    } catch (error) {
      if (!(error instanceof GenaiError)) throw error;
      attempt.fail();
      failedUntilMs.set(name, clock.steadyMs() + limits.failureMs);
      log.warn({ reason: error.reason, status: error.status, kind }, 'no generated content');
      return undefined;
    }
  }

  return {
    pay,
    ask,
    hasFailedLately: (name: string): boolean => (failedUntilMs.get(name) ?? 0) > clock.steadyMs(),
  };
}
