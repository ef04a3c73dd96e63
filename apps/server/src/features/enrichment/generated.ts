/*
 * Generated content is found in memory, then in the database, then asked for; whoever asks for the same meanwhile waits for
 * the same. It belongs to a title of a type and a year (or a genre, where there is no year), whoever watches, and stays for a
 * day. Nothing is asked for without a key, while the API is left alone, after the day's calls are spent, or soon after the
 * same question has failed. Whatever goes wrong, who asks gets `undefined` in time, and shows what is known without a model.
 */
import { hash } from 'node:crypto';
import { foldText } from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { createBreaker } from './breaker.ts';
import {
  infoContentSchema,
  recommendationsContentSchema,
  themeContentSchema,
  type InfoContent,
  type RecommendationsContent,
  type ThemeContent,
} from './content-schemas.ts';
import type { DailyBudget, EnrichmentRepository } from './enrichment.repository.ts';
import { findJsonObject } from './find-json.ts';
import { GenaiError, type Genai } from './genai-client.ts';
import { prompts, type Subject } from './prompts.ts';

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

export interface Generated {
  info(subject: Subject, accountId: string): Promise<InfoContent | undefined>;
  theme(subject: Subject, accountId: string): Promise<ThemeContent | undefined>;
  recommendations(subject: Subject, accountId: string): Promise<RecommendationsContent | undefined>;
}

interface Kept {
  content: object;
  untilMs: number;
}

const memoryBytes = 16 * 1_024 * 1_024;
/** Part of every key: other questions, or another reading of the answers, make other content. */
const contentVersion = 1;

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
  const { repository, genai, clock, limits } = needs;
  const memory = new LRUCache<string, Kept>({
    maxSize: memoryBytes,
    sizeCalculation: ({ content }) => JSON.stringify(content).length * 2 + 200,
  });
  const failedUntilMs = new LRUCache<string, number>({ max: 5_000 });
  const underWay = new Map<string, Promise<object | undefined>>();
  const breaker = createBreaker(clock, limits);
  const nowMs = (): number => clock.now().getTime();

  function keep<T extends object>(name: string, content: T, madeAt: Date): T {
    memory.set(name, { content, untilMs: madeAt.getTime() + limits.keptMs });
    return content;
  }

  async function make<T extends object>(
    question: Question<T>,
    accountId: string,
    api: Genai,
  ): Promise<T | undefined> {
    const { name, schema } = question;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), limits.withinMs);
    try {
      const key = hash('sha256', name, 'buffer');
      const kept = await repository.find(key, new Date(nowMs() - limits.keptMs));
      const known = schema.safeParse(kept?.content).data;
      if (kept !== undefined && known !== undefined) return keep(name, known, kept.madeAt);
      if ((failedUntilMs.get(name) ?? 0) > nowMs()) return undefined;
      if (!breaker.admit()) return undefined;
      if (!(await repository.spend(needs.dayOf(clock.now()), accountId, needs.budget))) return undefined;
      const content = await ask(question, api, deadline.signal);
      if (content === undefined) return undefined;
      const madeAt = clock.now();
      await repository.save(key, content, madeAt, new Date(madeAt.getTime() - limits.keptMs));
      return keep(name, content, madeAt);
    } finally {
      clearTimeout(timer);
    }
  }

  async function ask<T extends object>(
    question: Question<T>,
    api: Genai,
    deadline: AbortSignal,
  ): Promise<T | undefined> {
    try {
      const content = readContent(await api.ask(question.prompt, deadline), question.schema);
      breaker.succeed();
      return content;
    } catch (error) {
      if (!(error instanceof GenaiError)) throw error;
      breaker.fail();
      failedUntilMs.set(question.name, nowMs() + limits.failureMs);
      needs.log.warn(
        { reason: error.reason, status: error.status, kind: question.kind },
        'no generated content',
      );
      return undefined;
    }
  }

  async function find<T extends object>(question: Question<T>, accountId: string): Promise<T | undefined> {
    if (genai === undefined) return undefined;
    const { name } = question;
    const kept = memory.get(name);
    // A name has its kind in it, and so content of one type alone.
    if (kept !== undefined && kept.untilMs > nowMs()) return kept.content as T;
    let making = underWay.get(name) as Promise<T | undefined> | undefined;
    if (making === undefined) {
      making = make(question, accountId, genai).finally(() => underWay.delete(name));
      underWay.set(name, making);
    }
    return making;
  }

  const questionOf = <T>(
    kind: keyof typeof prompts,
    schema: z.ZodType<T>,
    subject: Subject,
  ): Question<T> => ({
    kind,
    schema,
    name: JSON.stringify([contentVersion, needs.model, kind, ...identityOf(subject)]),
    prompt: prompts[kind](subject),
  });

  return {
    info: (subject, accountId) => find(questionOf('info', infoContentSchema, subject), accountId),
    theme: (subject, accountId) => find(questionOf('theme', themeContentSchema, subject), accountId),
    recommendations: (subject, accountId) =>
      find(questionOf('recommendations', recommendationsContentSchema, subject), accountId),
  };
}

interface Question<T> {
  kind: keyof typeof prompts;
  /** Names what is asked for, whoever asks. */
  name: string;
  prompt: string;
  schema: z.ZodType<T>;
}

/** Type, title, and year or genre. @see the specification, section 7 */
function identityOf({ tipo, title, releaseYear, genres }: Subject): (string | number)[] {
  return [tipo, foldText(title), releaseYear ?? foldText(genres[0] ?? '')];
}

function readContent<T>(text: string, schema: z.ZodType<T>): T {
  const found = findJsonObject(text);
  if (found === undefined) throw new GenaiError('no_json');
  const { data } = schema.safeParse(found);
  if (data === undefined) throw new GenaiError('not_valid');
  return data;
}
