import { Agent, request } from 'undici';
import { z } from 'zod';

/** How a generative API is reached. */
export interface GenaiAccess {
  /** Without a slash at its end. */
  baseUrl: string;
  model: string;
  apiKey: string;
}

export type GenaiFailure = 'unreachable' | 'timeout' | 'refused' | 'too_long' | 'not_an_answer';

/** A generative API that gave nothing that can be used. Nothing of its answer and of our request is in it. */
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
   * The text that the model answers; empty where it is silent.
   *
   * @param signal - the deadline
   * @throws GenaiError
   */
  ask(prompt: string, signal: AbortSignal): Promise<string>;
}

const maxAnswerBytes = 262_144;
/** More than wait at once: a question that waits for a connection spends its time, and the API has not been slow. */
const maxConnections = 64;

const candidateSchema = z.object({
  content: z.object({ parts: z.array(z.object({ text: z.string().optional() })).optional() }).optional(),
});
/** A model that is silent, for reasons of safety for one, has answered: without a candidate, or without a part of one. */
const answerSchema = z
  .object({ candidates: z.array(candidateSchema).optional(), promptFeedback: z.object({}).optional() })
  .refine(({ candidates, promptFeedback }) => candidates !== undefined || promptFeedback !== undefined);

/**
 * Asks a generative API, one request and no more: redirects are not followed, and nothing is tried again.
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
    // Whatever is left of a body that is not wanted would keep its connection.
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
      // A server that says back what it was told would have it shown to everybody.
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
