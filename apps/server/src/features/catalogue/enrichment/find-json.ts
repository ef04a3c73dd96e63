/*
 * Models wrap what they are asked for in words or in a fence. The first opening brace begins the answer, and it ends where
 * its own brace is closed; braces inside of texts do not count. What follows is not looked at.
 */

/** Deeper than anything that is asked for. */
const maxDepth = 20;

/**
 * The first JSON object within a text.
 *
 * @returns `undefined` when there is none, when it is cut off or not JSON, or when it is nested deeper than makes sense
 */
export function findJsonObject(text: string): object | undefined {
  const start = text.indexOf('{');
  if (start === -1) return undefined;
  const end = findEnd(text, start);
  if (end === undefined) return undefined;
  try {
    return JSON.parse(text.slice(start, end)) as object;
  } catch {
    return undefined;
  }
}

function findEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let isInText = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (isInText) {
      if (character === '\\') at += 1;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > maxDepth) return undefined;
    } else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}
