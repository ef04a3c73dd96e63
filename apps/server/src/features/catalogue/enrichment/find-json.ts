/*
 * Finds JSON in a generative model's answer, which often has text or a Markdown fence around it. The first opening
 * brace begins the object, and its matching brace ends it; braces inside strings do not count. Text after the object is
 * ignored.
 */

/**
 * A JSON object in a model's answer that is nested more deeply than this is refused; no requested answer needs that
 * depth.
 */
const maxDepth = 20;

/**
 * Finds the first JSON object within a text.
 *
 * @returns `undefined` when the text has no object, or its first object is cut off, invalid, or nested more than 20
 * levels deep
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
