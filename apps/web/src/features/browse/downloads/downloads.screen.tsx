import type { Download, DownloadKind, DownloadSystem } from '@butaca/contract';
import {
  Badge,
  Button,
  buttonClass,
  EmptyState,
  ErrorState,
  formatFileSize,
  Notice,
  SkeletonRows,
} from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { Download as DownloadIcon } from 'lucide-react';
import { Link } from 'react-router';
import { reasonOf } from '../../../platform/api/api-error.ts';
import { dayInWords } from '../../../platform/moment.ts';
import { isAdmin } from '../../../platform/session/session-store.ts';
import { downloadAddress, downloadsQuery } from '../../../shared/downloads.queries.ts';
import { paths } from '../../../shared/paths.ts';
import { readOwnSystem } from './own-system.ts';
import './downloads.css';

/** The systems in the order in which they are shown, each with its name and what a person there has to know. */
const systems: readonly { key: DownloadSystem; name: string; hint?: string }[] = [
  { key: 'android', name: 'Android', hint: 'Al abrir el archivo, Android pide permiso para instalarlo.' },
  {
    key: 'ios',
    name: 'iPhone y iPad',
    hint: 'Un iPhone o iPad no instala este archivo por sí solo: pregunta al administrador cómo se hace.',
  },
  { key: 'windows', name: 'Windows' },
  { key: 'macos', name: 'macOS' },
  { key: 'linux', name: 'Linux' },
];

const kinds: Readonly<Record<DownloadKind, string>> = {
  apk: 'APK',
  ipa: 'IPA',
  msi: 'Instalador MSI',
  exe: 'Instalador',
  dmg: 'Imagen de disco',
  deb: 'Paquete para Debian y Ubuntu',
  rpm: 'Paquete para Fedora y openSUSE',
  appimage: 'AppImage, para cualquier Linux',
};

/** The screen «Aplicaciones»: the apps that the operator offers, those for the visitor's own system first. */
export function DownloadsScreen() {
  const downloads = useQuery(downloadsQuery());
  return (
    <main className="page" id="contenido" tabIndex={-1}>
      <div className="page__head">
        <h1>Aplicaciones</h1>
      </div>
      {downloads.isPending && <SkeletonRows count={3} label="Cargando descargas..." />}
      {downloads.isError && (
        <ErrorState
          title="No se pudieron cargar las descargas."
          reason={reasonOf(downloads.error)}
          action={
            <Button variant="primary" onClick={() => void downloads.refetch()}>
              Reintentar
            </Button>
          }
        />
      )}
      {downloads.isSuccess && <Systems downloads={downloads.data} />}
      {downloads.isSuccess && isAdmin() && (
        <Notice tone="info" className="downloads__notice">
          Pon los instaladores en la carpeta «descargas» de DATA_DIR, en el servidor: aparecen aquí al
          recargar, y cualquiera puede descargarlos, también sin sesión. Valen .apk, .ipa, .msi, .exe, .dmg,
          .deb, .rpm y .AppImage, con nombres sin tildes ni eñes. Cómo se construyen lo dice docs/operar.md,
          en «Aplicaciones».
        </Notice>
      )}
    </main>
  );
}

function Systems({ downloads }: { downloads: readonly Download[] }) {
  if (downloads.length === 0) {
    return (
      <EmptyState
        title="No hay aplicaciones para descargar."
        reason={
          isAdmin()
            ? 'Todavía no has puesto ninguna en el servidor.'
            : 'Butaca funciona en el navegador, sin instalar nada. Si quieres una aplicación, pídela al administrador.'
        }
        action={
          <Button variant="primary" render={<Link to={paths.home} />}>
            Ir al inicio
          </Button>
        }
      />
    );
  }
  const own = readOwnSystem(navigator);
  return systems
    .map((system) => ({ ...system, files: downloads.filter((file) => file.system === system.key) }))
    .filter(({ files }) => files.length > 0)
    .toSorted((a, b) => Number(b.key === own) - Number(a.key === own))
    .map(({ key, name, hint, files }) => (
      <section key={key} className="downloads" aria-labelledby={`downloads-${key}`}>
        <div className="downloads__head">
          <h2 id={`downloads-${key}`}>{name}</h2>
          {key === own && <Badge>Este dispositivo</Badge>}
        </div>
        {hint !== undefined && <p className="downloads__hint">{hint}</p>}
        <ul>
          {files.map((file) => (
            <DownloadRow key={file.name} file={file} isMain={key === own && files.length === 1} />
          ))}
        </ul>
      </section>
    ));
}

/** A file with its facts and its link. @param isMain - whether it is the only one for the visitor's own system */
function DownloadRow({ file, isMain }: { file: Download; isMain: boolean }) {
  return (
    <li className="download">
      <div className="download__words">
        <b>{file.name}</b>
        <small>
          {kinds[file.kind]} · {formatFileSize(file.sizeBytes)} ·{' '}
          <time dateTime={file.modifiedAt}>{dayInWords(file.modifiedAt)}</time>
        </small>
        {file.sha256 !== null && (
          <small>
            SHA-256: <code>{file.sha256}</code>
          </small>
        )}
      </div>
      <a
        className={buttonClass({ variant: isMain ? 'primary' : 'second', size: 'sm' })}
        href={downloadAddress(file.name)}
        download={file.name}
        aria-label={`Descargar ${file.name}`}
      >
        <DownloadIcon className="ico" aria-hidden />
        Descargar
      </a>
    </li>
  );
}
