import { footerLinkNames, type FooterLink, type FooterLinkKey } from '@butaca/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { footerLinksQuery } from '../shared/footer-links.queries.ts';
import { paths } from '../shared/paths.ts';

const legalKeys: readonly FooterLinkKey[] = ['terminos', 'privacidad'];
const contactKeys: readonly FooterLinkKey[] = ['soporte'];

/**
 * The blocks «Legal» and «Contacto» of the footer. A link for which the operator gave no address leads to a page with the
 * operator's text, or one that says what is missing.
 */
export function OperatorLinks() {
  const { data: links = [], isPending } = useQuery(footerLinksQuery());
  // Without the answer, a link to the operator's own site would lead to the page that says what is missing.
  if (isPending) return null;
  return (
    <>
      <Block title="Legal" keys={legalKeys} links={links} />
      <Block title="Contacto" keys={contactKeys} links={links} />
    </>
  );
}

interface BlockProps {
  title: string;
  keys: readonly FooterLinkKey[];
  /** The links that have a target. */
  links: readonly FooterLink[];
}

function Block({ title, keys, links }: BlockProps) {
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {keys.map((key) => {
          const address = links.find((link) => link.key === key)?.address ?? null;
          return (
            <li key={key}>
              {address === null ? (
                <Link to={paths.footerText(key)}>{footerLinkNames[key]}</Link>
              ) : (
                <a href={address} target="_blank" rel="noopener noreferrer">
                  {footerLinkNames[key]}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
