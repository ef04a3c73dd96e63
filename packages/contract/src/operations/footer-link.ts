/**
 * The links of the footer whose targets the operator gives: an address on another site, or a text that the product
 * shows on a page of its own at `/<key>`. Without either, that page says what is missing.
 */
export const footerLinkKeys = ['terminos', 'privacidad', 'soporte'] as const;
export type FooterLinkKey = (typeof footerLinkKeys)[number];

/** @see docs/requisitos.md, R2.15 */
export const footerLinkNames: Readonly<Record<FooterLinkKey, string>> = {
  terminos: 'Términos',
  privacidad: 'Privacidad',
  soporte: 'Soporte',
};

/** The longest address and the longest text of a footer link, in characters. */
export const footerAddressMaxLength = 2_048;
export const footerTextMaxLength = 20_000;
