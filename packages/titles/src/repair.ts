import { decodeEntities, decodeUrlEscapes } from './escapes.ts';
import { plainLetters } from './letters.ts';
import { mendMojibake } from './mojibake.ts';

/** Most names have only letters of ASCII and of Latin-1, and no escapes: nothing in them needs repair. */
const needsRepair = /[^ -~À-ÿ]|[&%]/;
/** One round may reveal what another one mends (`%26ntilde;`); more rounds than these only serve an attacker. */
const mostRounds = 6;

/**
 * Repairs the letters of a name or of a group's name: UTF-8 that was read as Windows-1252, entities of HTML, escapes of
 * URLs, blanks and marks that nobody sees, letters in unusual shapes (`ᴴᴰ`). The result is in Unicode's form NFC,
 * without blanks at its ends, and repairing it again changes nothing.
 */
export function repairText(text: string): string {
  let repaired = text.trim();
  for (let round = 0; round < mostRounds && needsRepair.test(repaired); round += 1) {
    const next = plainLetters(decodeUrlEscapes(decodeEntities(mendMojibake(repaired)))).trim();
    if (next === repaired) break;
    repaired = next;
  }
  return repaired;
}
