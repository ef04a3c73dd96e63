import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { texts } from './assistant.texts.ts';

const forms = [
  { to: { search: '?tab=bulk_vod_upload' }, name: 'Carga Masiva VOD', purpose: texts.videosPurpose },
  { to: { search: '?tab=m3u_to_channels' }, name: 'Subir M3U Canales', purpose: texts.channelsPurpose },
  { to: paths.bulkUpload, name: 'Subida por secciones', purpose: texts.sectionPurpose },
];

/** The links to the upload forms for files of one kind, which the administrator names; «Agregar lista» finds the kinds itself. */
export function AdvancedForms() {
  return (
    <section className="assistant__forms" aria-labelledby="advanced-forms">
      <h2 id="advanced-forms">{texts.advancedTitle}</h2>
      <ul>
        {forms.map(({ to, name, purpose }) => (
          <li key={name}>
            <Link to={to}>{name}</Link>
            <span>{purpose}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
