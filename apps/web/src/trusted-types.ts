/*
 * The page's Trusted Types policies. The application's own code assigns no HTML, but the library of the player's
 * controls (media-chrome) builds its elements from HTML. All HTML that code assigns goes through the policy `default`:
 * the markup is parsed into a document without scripts, and is refused unless each element and attribute in it is one
 * that cannot execute, load or submit anything. The only scripts that code may start by their addresses are the worker
 * of hls.js and the service worker.
 *
 * The parser of that check needs a policy too, `markup-check`. The server's content security policy names both policies,
 * and lets none be created twice, so no other code can obtain one.
 *
 * @see https://www.w3.org/TR/trusted-types/#default-policy-hdr
 */
import hlsWorkerUrl from 'hls.js/dist/hls.worker.js?url';

type Rule = (text: string) => string;
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createHTML: Rule; createScriptURL?: Rule },
  ): { createHTML(text: string): string };
}

/**
 * The elements that markup may contain, besides elements of media-chrome and those that the browser does not know (the
 * elements of TTML subtitles, say, which hls.js parses).
 */
const harmlessElements = new Set(
  (
    'html head body div span p br h2 h3 slot style template label input button table tbody tr td img tt ' +
    'svg g defs path circle rect text clipPath animateTransform'
  ).split(' '),
);

/** Attributes that contain the address of something to load, open or submit to, or a whole page. */
const addressAttribute =
  /^(?:xlink:|xml:)?(?:href|src|srcset|srcdoc|action|formaction|data|poster|background|base)$/i;

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
const parserPolicy = factory?.createPolicy('markup-check', { createHTML: (markup) => markup });
/** The markup that was found harmless before: every element of media-chrome assigns the same few texts. */
const accepted = new Set<string>();
const acceptedLimit = 500;

factory?.createPolicy('default', {
  createHTML(markup) {
    // Text without this character contains no element.
    if (!markup.includes('<') || accepted.has(markup)) return markup;
    const page = new DOMParser().parseFromString(parserPolicy?.createHTML(markup) ?? '', 'text/html');
    if (!isHarmless(page)) throw new TypeError('active markup was refused');
    if (accepted.size < acceptedLimit) accepted.add(markup);
    return markup;
  },
  createScriptURL(address) {
    const isKnown = [hlsWorkerUrl, '/service-worker.js'].some(
      (known) => new URL(address, location.href).href === new URL(known, location.href).href,
    );
    if (!isKnown) throw new TypeError('an unknown script was refused');
    return address;
  },
});

/** Whether all elements of parsed markup, those inside templates included, can neither execute nor load anything. */
function isHarmless(root: Document | DocumentFragment): boolean {
  return [...root.querySelectorAll('*')].every(
    (element) =>
      isHarmlessElement(element) &&
      [...element.attributes].every(({ name }) => !/^on/i.test(name) && !isActiveAddress(element, name)) &&
      (!(element instanceof HTMLTemplateElement) || isHarmless(element.content)),
  );
}

function isHarmlessElement(element: Element): boolean {
  return (
    harmlessElements.has(element.localName) ||
    element.localName.startsWith('media-') ||
    element instanceof HTMLUnknownElement
  );
}

/** Whether an attribute holds an address, unless it is that of an image: the security policy limits those. */
function isActiveAddress(element: Element, attribute: string): boolean {
  return addressAttribute.test(attribute) && !(element.localName === 'img' && attribute === 'src');
}
