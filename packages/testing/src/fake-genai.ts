import { EventEmitter, once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { sendAnswer, type Answer } from './world/answers.ts';
import { startProvider } from './world/provider.ts';

/**
 * What a prompt asks the generative model for: information about a title, a colour theme for its page, or similar
 * titles.
 */
export type GenaiKind = 'info' | 'theme' | 'recommendations';

/** One request with a prompt, as the fake generative API received it. */
export interface SeenPrompt {
  kind: GenaiKind;
  path: string;
  headers: IncomingHttpHeaders;
  prompt: string;
}

/**
 * How the fake generative API answers a prompt: with the text of a model, with arbitrary bytes, or with a network
 * fault.
 */
export type GenaiAnswer = { text: string } | { status?: number; body: string } | { manner: GenaiManner };

type GenaiManner = 'hangs' | 'closes' | 'truncated' | 'drips';

/**
 * A fake of the API of a generative model, on a real socket. The prompt is in `contents[].parts[].text` of the request,
 * the model's text in `candidates[0].content.parts[0].text` of the answer. Unless a test sets another answer, it gives
 * a valid one to every kind of prompt.
 *
 * @see docs/requisitos.md, R7.19
 */
export interface FakeGenai extends AsyncDisposable {
  /** The URL of the fake generative API: a test's value for the environment variable `GENAI_BASE_URL`. */
  baseUrl: string;
  /** Every prompt that the fake generative API has received, in order. */
  seen: SeenPrompt[];
  /** Sets the answer of the fake generative API to prompts of one kind, or of every kind. */
  answer(kind: GenaiKind | 'all', answer: GenaiAnswer): void;
  /** Delays all answers of the fake generative API until the test calls `release`. */
  hold(): { release(): void };
  /** Waits until the fake generative API has received the given number of prompts in all. */
  waitFor(count: number): Promise<void>;
}

/** A valid answer of the fake generative model to each kind of prompt, with the JSON keys that the prompt asks for. */
export const goodAnswers: Readonly<Record<GenaiKind, object>> = {
  info: {
    director: 'Marina Cuevas',
    cast: 'Elena Ortúzar, Tomás Aguirre',
    production: 'Rodada en ocho semanas.',
    trivia: ['El título de trabajo era otro.', 'El perro es del director.'],
    culturalImpact: 'Abrió una conversación.',
    awards: 'No disponible',
    boxOffice: '2 millones de espectadores',
    soundtrack: 'Piano y cuerdas.',
    locations: 'Ñuble, Chile',
    budget: 'No disponible',
  },
  theme: {
    primaryColor: '#FFB454',
    secondaryColor: '#7a3cff',
    accentColor: '#ffffff',
    gradientStart: '#2a1408',
    gradientEnd: '#140a2e',
    mood: 'Melancólico',
    textColor: '#ffffff',
    overlayOpacity: 0.7,
    glowEffect: true,
    animationType: 'slide',
  },
  recommendations: {
    recommendations: [
      { title: 'Un título de otra parte', reason: 'Cuenta algo parecido.', similarity: 'alta' },
    ],
    genres: ['Drama'],
    themes: ['Memoria'],
    mood: 'Melancólico',
  },
};

/**
 * For each kind of prompt to the model, a JSON key that only prompts of this kind ask for; the fake API recognises the
 * kind by it.
 */
const marks: Readonly<Record<GenaiKind, string>> = {
  info: '"director"',
  theme: '"primaryColor"',
  recommendations: '"similarity"',
};

const envelope = (text: string): string =>
  JSON.stringify({ candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }] });

export async function startFakeGenai(): Promise<FakeGenai> {
  const seen: SeenPrompt[] = [];
  const answers = new Map<GenaiKind, GenaiAnswer>();
  const arrivals = new EventEmitter();
  let released: Promise<void> = Promise.resolve();

  async function tell(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const prompt = readPrompt(await text(request));
    if (prompt === undefined) {
      sendAnswer(request, response, { status: 400, headers: json, body: '{}' });
      return;
    }
    const kind = kindOf(prompt);
    seen.push({ kind, path: request.url ?? '', headers: request.headers, prompt });
    arrivals.emit('question');
    await released;
    const answer = answers.get(kind) ?? { text: JSON.stringify(goodAnswers[kind]) };
    const given =
      'manner' in answer
        ? behaviours(envelope(JSON.stringify(goodAnswers[kind])))[answer.manner]
        : 'text' in answer
          ? { body: envelope(answer.text) }
          : answer;
    sendAnswer(request, response, { headers: json, ...given });
  }

  const server = await startProvider((request, response) => void tell(request, response));
  return {
    baseUrl: `${server.origin}/v1beta`,
    seen,
    answer(kind, answer) {
      for (const each of Object.keys(marks) as GenaiKind[]) {
        if (kind === 'all' || kind === each) answers.set(each, answer);
      }
    },
    hold() {
      let release = (): void => undefined;
      released = new Promise((resolve) => {
        release = resolve;
      });
      return { release: () => release() };
    },
    async waitFor(count) {
      while (seen.length < count) await once(arrivals, 'question');
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Reads the prompt from a request to the fake API. @returns `undefined` for another request, which the real API refuses */
function readPrompt(body: string): string | undefined {
  const { contents } = JSON.parse(body) as { contents?: { parts: { text: string }[] }[] };
  return contents?.flatMap(({ parts }) => parts.map(({ text }) => text)).join('');
}

function kindOf(prompt: string): GenaiKind {
  const found = (Object.keys(marks) as GenaiKind[]).find((kind) => prompt.includes(marks[kind]));
  if (found === undefined) throw new Error('a question of no known kind');
  return found;
}

const json = { 'content-type': 'application/json; charset=utf-8' };

/** How the fake API misbehaves with an answer. */
const behaviours = (text: string): Readonly<Record<GenaiManner, Answer>> => ({
  hangs: { afterMs: Infinity },
  closes: { cutAt: 'head' },
  truncated: { headers: { ...json, 'content-length': Buffer.byteLength(text) }, body: text, cutAt: 'half' },
  // One space at a time, for ever: data keep coming, but the answer never ends.
  drips: { body: ' ', manner: 'endless', pace: { bytes: 1, everyMs: 20 } },
});
