/** Limits of time and of failures for content from the generative model. */
export interface GenerationLimits {
  /**
   * The time limit for generated content, from the request of a watch page to the last byte of the model's answer,
   * database access included, in ms.
   */
  withinMs: number;
  keptMs: number;
  /** How long, in ms, a failed question to the generative model is not asked again. */
  failureMs: number;
  /** The number of failed calls in a row after which the generative API is not called for `pauseMs`. */
  failures: number;
  pauseMs: number;
}

export const generationLimits: GenerationLimits = {
  // When the generative model does not answer within six seconds, reading the fallback from the catalogue may take
  // another second; both together stay well below eight seconds.
  withinMs: 6_000,
  keptMs: 86_400_000,
  failureMs: 60_000,
  failures: 5,
  pauseMs: 60_000,
};
