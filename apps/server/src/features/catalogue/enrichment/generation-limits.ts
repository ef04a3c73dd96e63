/** What generated content may cost. */
export interface GenerationLimits {
  /** From the question to the last byte of the answer, the database included. */
  withinMs: number;
  keptMs: number;
  /** How long a question that failed is not asked again. */
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
