/** The home page's query, which a favourite and a saved place make out of date. */
export const homeKey = ['home'] as const;
