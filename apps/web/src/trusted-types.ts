/**
 * The page's one Trusted Types policy. Media elements build themselves from HTML, so markup passes unless it could run
 * something; a script may only come from this origin. Nothing of ours passes markup at all.
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
