/**
 * The page's only Trusted Types policy, which checks all HTML and script URLs that code assigns. Media elements build
 * their content from HTML, so HTML is allowed unless it contains a script, an event handler or a `javascript:` URL;
 * scripts may only be loaded from this origin. The application's own code assigns no HTML.
 *
 * @see https://www.w3.org/TR/trusted-types/#default-policy-hdr
 */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: Record<'createHTML' | 'createScriptURL', (text: string) => string>,
  ): unknown;
}

const active = /<script|\son\w+\s*=|javascript:/i;

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
factory?.createPolicy('default', {
  createHTML(markup) {
    if (active.test(markup)) throw new TypeError('active markup was refused');
    return markup;
  },
  createScriptURL(address) {
    if (new URL(address, location.href).origin !== location.origin)
      throw new TypeError('a foreign script was refused');
    return address;
  },
});
