/*
 * Content that a generative model makes for watch pages (information, theme, recommendations) is looked up in memory,
 * then in the database, then asked of a model; equal questions in flight share one request. Content is stored under
 * title, type and year (or genre, when there is no year), not per person, and kept for a day; an answer without content
 * is kept as long. The model is not asked without an API key, while the circuit breaker is open, when the day's calls
 * are spent, or soon after the same question has failed. After any failure, also one of the database, the caller gets
 * `undefined` within the time limit and falls back to the catalogue.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import { inTime, withDeadline } from '../../../platform/async/deadline.ts';
import { createSingleFlight } from '../../../platform/async/single-flight.ts';
import type { Log } from '../../../platform/log.ts';
import type { InfoContent, RecommendationsContent, ThemeContent } from './content-schemas.ts';
import type { DailyBudget, EnrichmentRepository } from './enrichment.repository.ts';
import type { Genai } from './genai-client.ts';
import type { Subject } from './prompts.ts';
import { createModelQuestions, type Known } from './ask-model.ts';
import type { GenerationLimits } from './generation-limits.ts';
import { createQuestions, type Question } from './questions.ts';

/**
 * Finds or generates information, themes and recommendations for titles. Disposal waits for questions to the model in
 * flight and for pending writes to the database.
 */
export interface Generated extends AsyncDisposable {
  info(subject: Subject, accountId: string): Promise<InfoContent | undefined>;
  theme(subject: Subject, accountId: string): Promise<ThemeContent | undefined>;
  recommendations(subject: Subject, accountId: string): Promise<RecommendationsContent | undefined>;
}

/**
 * The result of a question to the generative model: content, `undefined` on failure, or `unpaid` when the person who
 * asked has no calls left today.
 */
type Outcome = object | undefined | 'unpaid';

const memoryBytes = 16 * 1_024 * 1_024;

interface GeneratedNeeds {
  repository: EnrichmentRepository;
  /** The client of the generative API; absent without an API key, and then every question is answered with `undefined`. */
  genai: Genai | undefined;
  model: string;
  budget: DailyBudget;
  /** Returns the day to whose budget a call to the generative model at the given time is charged. */
  dayOf(at: Date): string;
  clock: Clock;
  log: Log;
  limits: GenerationLimits;
}

export function createGenerated(needs: GeneratedNeeds): Generated {
  const { repository, genai, clock, log, limits } = needs;
  const memory = createMemory();
  const questionsAsked = createSingleFlight<{ payerId: string; outcome: Outcome }>();
  const saving = new Set<Promise<void>>();
  const model = createModelQuestions(needs);
  const nowMs = (): number => clock.now().getTime();
  const keptSince = (): Date => new Date(nowMs() - limits.keptMs);

  function keep(name: string, content: object | undefined, madeAt: Date): object | undefined {
    memory.set(name, { content, untilMs: madeAt.getTime() + limits.keptMs });
    return content;
  }

  /**
   * Saves generated content to the database in the background. If that fails, the content is lost at the next restart,
   * and the model is asked again.
   */
  function save(key: Buffer, content: object | undefined, madeAt: Date): void {
    const saved = repository
      .save(key, content ?? nothing, madeAt)
      .then(() => repository.forget(keptSince(), needs.dayOf(clock.now())))
      .catch((error: unknown) => log.warn({ err: error }, 'generated content was not saved'))
      .finally(() => saving.delete(saved));
    saving.add(saved);
  }

  async function make<T extends object>(
    question: Question<T>,
    accountId: string,
    api: Genai,
    deadline: AbortSignal,
  ): Promise<Outcome> {
    const { name, schema } = question;
    try {
      const key = hash('sha256', name, 'buffer');
      const row = await repository.find(key, keptSince());
      const kept = row && readKept(row.content, schema);
      if (row !== undefined && kept !== undefined) return keep(name, kept.content, row.madeAt);
      if (model.hasFailedLately(name)) return undefined;
      const attempt = await model.pay(accountId, deadline);
      if (attempt === undefined || attempt === 'unpaid') return attempt;
      const answer = await model.ask(question, api, attempt, deadline);
      if (answer === undefined) return undefined;
      const madeAt = clock.now();
      save(key, answer.content, madeAt);
      return keep(name, answer.content, madeAt);
    } catch (error) {
      log.error({ err: error, kind: question.kind }, 'no generated content');
      return undefined;
    }
  }

  async function share<T extends object>(
    question: Question<T>,
    accountId: string,
    api: Genai,
  ): Promise<Outcome> {
    for (;;) {
      const { payerId, outcome } = await questionsAsked.run(question.name, async () => ({
        payerId: accountId,
        outcome: await withDeadline(
          undefined,
          limits.withinMs,
          (deadline) => make(question, accountId, api, deadline),
          clock,
        ),
      }));
      // Several people may wait for the same question, and the call is charged to the first of them. If that person has
      // no calls left today, the call is charged to the next one.
      if (outcome !== 'unpaid' || payerId === accountId) return outcome;
    }
  }

  async function find<T extends object>(question: Question<T>, accountId: string): Promise<T | undefined> {
    if (genai === undefined) return undefined;
    const kept = memory.get(question.name);
    const outcome =
      kept !== undefined && kept.untilMs > nowMs()
        ? kept.content
        : await inTime(share(question, accountId, genai), limits.withinMs, undefined, clock);
    // The type assertion is safe: the cache key contains the kind of question (information, theme, recommendations), so
    // the content has the type of that kind.
    return outcome === 'unpaid' ? undefined : (outcome as T | undefined);
  }

  const questions = createQuestions(needs.model);
  return {
    info: (subject, accountId) => find(questions.info(subject), accountId),
    theme: (subject, accountId) => find(questions.theme(subject), accountId),
    recommendations: (subject, accountId) => find(questions.recommendations(subject), accountId),
    async [Symbol.asyncDispose]() {
      await questionsAsked.settled();
      await Promise.all(saving);
    },
  };
}

const createMemory = () =>
  new LRUCache<string, Known<object> & { untilMs: number }>({
    maxSize: memoryBytes,
    sizeCalculation: ({ content = {} }) => JSON.stringify(content).length * 2 + 200,
  });

/** The content that is stored when the generative model had no information about a title. */
const nothing = {};

/** Reads stored content of the generative model; returns `undefined` when the content no longer fits the schema. */
function readKept<T extends object>(kept: unknown, schema: z.ZodType<T>): Known<T> | undefined {
  const content = schema.safeParse(kept).data;
  const isNothing = typeof kept === 'object' && kept !== null && Object.keys(kept).length === 0;
  return content !== undefined || isNothing ? { content } : undefined;
}
