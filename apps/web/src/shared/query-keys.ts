/** The key of the home page's query, which is invalidated when a favourite or a playback position changes. */
export const homeKey = ['home'] as const;
