/** Folds a user name, so that spellings that differ in case or in Unicode compatibility forms are one name. */
export const foldUsername = (username: string): string => username.normalize('NFKC').toLowerCase();
