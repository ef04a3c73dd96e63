import { cleanText, webAddress } from './clean-text.ts';
import type { GuideChannel, GuideLimits, GuideName } from './guide.ts';
import { attributeOf, type XmlElement } from './parse-elements.ts';

/** Reads an element `channel`. @param id - its attribute, decoded and trimmed */
export function readChannel(
  id: string,
  elements: readonly XmlElement[],
  limits: Pick<GuideLimits, 'textLength' | 'parts'>,
): GuideChannel {
  const names: GuideName[] = [];
  const channel: GuideChannel = { id, names };
  for (const element of elements) {
    const { name, text } = element;
    if (name === 'display-name') {
      const cleaned = cleanText(text, limits.textLength);
      if (cleaned === '' || names.length === limits.parts || names.some((each) => each.text === cleaned))
        continue;
      const language = attributeOf(element, 'lang')?.trim().slice(0, 40) ?? '';
      names.push(language === '' ? { text: cleaned } : { text: cleaned, language });
    } else if (name === 'icon' && channel.icon === undefined) {
      const icon = webAddress(attributeOf(element, 'src'), limits.textLength);
      if (icon !== undefined) channel.icon = icon;
    } else if (name === 'url' && channel.url === undefined) {
      const url = webAddress(text, limits.textLength);
      if (url !== undefined) channel.url = url;
    }
  }
  return channel;
}
