import { footerLinkNames, type FooterLink, type FooterLinkKey } from '@butaca/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { footerLinksQuery } from '../shared/footer-links.queries.ts';
import { paths } from '../shared/paths.ts';

const legalKeys: readonly FooterLinkKey[] = ['terminos', 'privacidad'];
const contactKeys: readonly FooterLinkKey[] = ['soporte'];

/** The blocks «Legal» and «Contacto» of the footer, with the links for which the operator gave an address or a text. */
export function OperatorLinks() {
  const { data: links = [] } = useQuery(footerLinksQuery());
  return (
    <>
      <Block title="Legal" links={links.filter(({ key }) => legalKeys.includes(key))} />
      <Block title="Contacto" links={links.filter(({ key }) => contactKeys.includes(key))} />
    </>
  );
}

/** A block of links; nothing while there are none. */
function Block({ title, links }: { title: string; links: readonly FooterLink[] }) {
  if (links.length === 0) return null;
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {links.map(({ key, address }) => (
          <li key={key}>
            {address === null ? (
              <Link to={paths.footerText(key)}>{footerLinkNames[key]}</Link>
            ) : (
              <a href={address} target="_blank" rel="noopener noreferrer">
                {footerLinkNames[key]}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
