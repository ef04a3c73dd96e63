/** How two spellings of a name are one name. */
export const foldUsername = (username: string): string => username.normalize('NFKC').toLowerCase();
