/** Limits of time and of failures for generated content. */
export interface GenerationLimits {
  /** The time limit from a question to the last byte of its answer, database access included, in ms. */
  withinMs: number;
  keptMs: number;
  /** How long a question that failed is not asked again, in ms. */
  failureMs: number;
  /** The number of failures in a row after which no calls are made to the API for `pauseMs`. */
  failures: number;
  pauseMs: number;
}

export const generationLimits: GenerationLimits = {
  // The fallback has another second; both limits together stay well below eight seconds.
  withinMs: 6_000,
  keptMs: 86_400_000,
  failureMs: 60_000,
  failures: 5,
  pauseMs: 60_000,
};
