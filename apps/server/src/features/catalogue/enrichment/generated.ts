/*
 * Generated content is found in memory, then in the database, then asked for; whoever asks for the same meanwhile waits for
 * the same. It belongs to a title of a type and a year (or a genre, where there is no year), whoever watches, and stays for a
 * day; that a model had nothing to say of a title stays as long. Nothing is asked for without a key, while the API is left
 * alone, after the day's calls are spent, or soon after the same question has failed. Whatever goes wrong, in the database too,
 * who asks gets `undefined` in time, and shows what is known without a model.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import { inTime, withDeadline } from '../../../platform/async/deadline.ts';
import { createSingleFlight } from '../../../platform/async/single-flight.ts';
import type { Log } from '../../../platform/log.ts';
import { createBreaker, type Attempt } from './breaker.ts';
import type { InfoContent, RecommendationsContent, ThemeContent } from './content-schemas.ts';
import type { DailyBudget, EnrichmentRepository } from './enrichment.repository.ts';
import { findJsonObject } from './find-json.ts';
import { GenaiError, type Genai } from './genai-client.ts';
import type { Subject } from './prompts.ts';
import { createQuestions, type Question } from './questions.ts';

/** What generated content may cost. */
export interface GenerationLimits {
  /** From the question to the last byte of the answer, the database included. */
  withinMs: number;
  keptMs: number;
  /** How long the same question is not asked again after it failed. */
  failureMs: number;
  /** After so many failures in a row the API is left alone for a while. */
  failures: number;
  pauseMs: number;
}

export const generationLimits: GenerationLimits = {
  // What is shown instead has a second of its own; both together stay well below eight.
  withinMs: 6_000,
  keptMs: 86_400_000,
  failureMs: 60_000,
  failures: 5,
  pauseMs: 60_000,
};

/** Its disposal waits for what is still being made and kept. */
export interface Generated extends AsyncDisposable {
  info(subject: Subject, accountId: string): Promise<InfoContent | undefined>;
  theme(subject: Subject, accountId: string): Promise<ThemeContent | undefined>;
  recommendations(subject: Subject, accountId: string): Promise<RecommendationsContent | undefined>;
}

/** Content, or that there was none to be had. */
interface Known<T> {
  content: T | undefined;
}

/** `unpaid` is nothing for want of calls of the person that asked, who is not everybody. */
type Outcome = object | undefined | 'unpaid';

const memoryBytes = 16 * 1_024 * 1_024;

/** @param genai - absent without a key: there is never anything */
export function createGenerated(needs: {
  repository: EnrichmentRepository;
  genai: Genai | undefined;
  model: string;
  budget: DailyBudget;
  /** The day of the budget. */
  dayOf(at: Date): string;
  clock: Clock;
  log: Log;
  limits: GenerationLimits;
}): Generated {
  const { repository, genai, clock, log, limits } = needs;
  const memory = new LRUCache<string, Known<object> & { untilMs: number }>({
    maxSize: memoryBytes,
    sizeCalculation: ({ content = {} }) => JSON.stringify(content).length * 2 + 200,
  });
  const failedUntilMs = new LRUCache<string, number>({ max: 5_000 });
  const questionsAsked = createSingleFlight<{ payerId: string; outcome: Outcome }>();
  const saving = new Set<Promise<void>>();
  const breaker = createBreaker(clock, limits);
  const nowMs = (): number => clock.now().getTime();
  const keptSince = (): Date => new Date(nowMs() - limits.keptMs);

  function keep(name: string, content: object | undefined, madeAt: Date): object | undefined {
    memory.set(name, { content, untilMs: madeAt.getTime() + limits.keptMs });
    return content;
  }

  /** Nobody waits for it: without it the same is asked once more after a restart. */
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
      if ((failedUntilMs.get(name) ?? 0) > nowMs()) return undefined;
      const attempt = await pay(accountId, deadline);
      if (attempt === undefined || attempt === 'unpaid') return attempt;
      const said = await ask(question, api, attempt, deadline);
      if (said === undefined) return undefined;
      const madeAt = clock.now();
      save(key, said.content, madeAt);
      return keep(name, said.content, madeAt);
    } catch (error) {
      log.error({ err: error, kind: question.kind }, 'no generated content');
      return undefined;
    }
  }

  /** Leave to ask once, counted. Who may not pay, or comes too late, leaves it to the next one. */
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
      failedUntilMs.set(name, nowMs() + limits.failureMs);
      log.warn({ reason: error.reason, status: error.status, kind }, 'no generated content');
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
        outcome: await withDeadline(undefined, limits.withinMs, (deadline) =>
          make(question, accountId, api, deadline),
        ),
      }));
      // The person who asked first may have no calls left today; the next one pays for the same question.
      if (outcome !== 'unpaid' || payerId === accountId) return outcome;
    }
  }

  async function find<T extends object>(question: Question<T>, accountId: string): Promise<T | undefined> {
    if (genai === undefined) return undefined;
    const kept = memory.get(question.name);
    const outcome =
      kept !== undefined && kept.untilMs > nowMs()
        ? kept.content
        : await inTime(share(question, accountId, genai), limits.withinMs, undefined);
    // A name has its kind in it, and so content of one type alone.
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

/** How it is kept that there is nothing to be said of a title. */
const nothing = {};

/** `undefined` where what was kept cannot be read any more. */
function readKept<T extends object>(kept: unknown, schema: z.ZodType<T>): Known<T> | undefined {
  const content = schema.safeParse(kept).data;
  const isNothing = typeof kept === 'object' && kept !== null && Object.keys(kept).length === 0;
  return content !== undefined || isNothing ? { content } : undefined;
}
