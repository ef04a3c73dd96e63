import { Agent, request } from 'undici';
import { z } from 'zod';

export interface GenaiAccess {
  /** The base URL of the generative API, without a trailing slash. */
  baseUrl: string;
  model: string;
  apiKey: string;
}

export type GenaiFailure = 'unreachable' | 'timeout' | 'refused' | 'too_long' | 'not_an_answer';

/**
 * The error for a question to which the generative API gave no usable answer. It contains text neither of that answer
 * nor of the request, so that it can be logged.
 */
export class GenaiError extends Error {
  override readonly name = 'GenaiError';
  readonly reason: GenaiFailure;
  readonly status: number | undefined;

  constructor(reason: GenaiFailure, status?: number) {
    super(`generative content: ${reason}`);
    this.reason = reason;
    this.status = status;
  }
}

export interface Genai extends AsyncDisposable {
  /**
   * Asks the generative model and returns the text of its answer, which is empty when the model declines to answer.
   *
   * @param signal - aborted when the time limit of the question has passed
   * @throws GenaiError
   */
  ask(prompt: string, signal: AbortSignal): Promise<string>;
}

const maxAnswerBytes = 262_144;
/**
 * Maximum connections to the generative API, more than the questions that are asked at once: a question that waits for
 * a free connection would time out, though the API is not slow.
 */
const maxConnections = 64;

const candidateSchema = z.object({
  content: z.object({ parts: z.array(z.object({ text: z.string().optional() })).optional() }).optional(),
});
/**
 * The schema of a response of the generative API. It may lack candidates or their parts, because a model may decline to
 * answer, for example for safety reasons.
 */
const answerSchema = z
  .object({ candidates: z.array(candidateSchema).optional(), promptFeedback: z.object({}).optional() })
  .refine(({ candidates, promptFeedback }) => candidates !== undefined || promptFeedback !== undefined);

/**
 * Each question is one request: redirects are not followed, and failures are not retried.
 *
 * @see https://ai.google.dev/api/generate-content
 */
export function createGenai({ baseUrl, model, apiKey }: GenaiAccess): Genai {
  const agent = new Agent({ connections: maxConnections, headersTimeout: 0, bodyTimeout: 0 });
  const address = `${baseUrl}/models/${encodeURIComponent(model)}:generateContent`;

  async function fetchText(prompt: string, signal: AbortSignal): Promise<string> {
    const { statusCode, body } = await request(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        'x-goog-api-key': apiKey,
      },
      body: JSON.stringify({ contents: [{ parts: [{ text: prompt }] }] }),
      dispatcher: agent,
      signal,
    });
    // Destroying an unread response body emits an error on it; this listener ignores that error.
    body.on('error', () => undefined);
    if (statusCode !== 200) {
      body.destroy();
      throw new GenaiError('refused', statusCode);
    }
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxAnswerBytes) throw new GenaiError('too_long');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  }

  return {
    async ask(prompt, signal) {
      const text = await fetchText(prompt, signal).catch((error: unknown) => {
        if (error instanceof GenaiError) throw error;
        throw new GenaiError(signal.aborted ? 'timeout' : 'unreachable');
      });
      // If the API echoes the request headers, its answer contains the API key, which viewers must not see.
      if (text.includes(apiKey)) throw new GenaiError('not_an_answer');
      const [first] = readEnvelope(text).candidates ?? [];
      return (first?.content?.parts ?? []).map((part) => part.text ?? '').join('');
    },
    [Symbol.asyncDispose]: () => agent.destroy(),
  };
}

function readEnvelope(text: string): z.output<typeof answerSchema> {
  try {
    return answerSchema.parse(JSON.parse(text));
  } catch {
    throw new GenaiError('not_an_answer');
  }
}
