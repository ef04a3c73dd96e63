import { Button, ErrorState, SkeletonRows } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../platform/api/api-error.ts';
import { AdultsForm } from './adults-form.tsx';
import { CollectionsForm } from './collections-form.tsx';
import { ConversionsForm } from './conversions-form.tsx';
import { EncoderForm } from './encoder-form.tsx';
import { FooterLinksForm } from './footer-links-form.tsx';
import { NewAccountForm } from './new-account-form.tsx';
import './settings.css';
import { settingsQuery } from './settings.queries.ts';

/**
 * «Ajustes»: the plan of new accounts, whether viewers see what is for adults and add to collections, how many conversions
 * run at once and what encodes them, and where the links of the footer lead. Each part is a form with a button of its own.
 */
export function SettingsPanel() {
  const settings = useQuery(settingsQuery());
  if (settings.isPending) return <SkeletonRows count={8} label="Cargando ajustes..." />;
  if (settings.isError) {
    return (
      <ErrorState
        title={messageOf(settings.error, 'No se pudieron cargar los ajustes.')}
        action={
          <Button variant="primary" size="sm" onClick={() => void settings.refetch()}>
            Reintentar
          </Button>
        }
      />
    );
  }
  // If another administrator has saved other values, the new React keys reset the forms with them.
  return (
    <div className="settings">
      <NewAccountForm key={settings.data.newAccountPlan} plan={settings.data.newAccountPlan} />
      <AdultsForm key={`adults ${settings.data.hideAdults}`} isHidden={settings.data.hideAdults} />
      <CollectionsForm
        key={`collections ${settings.data.viewersAddToCollections}`}
        isOpen={settings.data.viewersAddToCollections}
      />
      <ConversionsForm
        key={`${settings.data.copiesAtOnce} ${settings.data.encodingsAtOnce}`}
        settings={settings.data}
      />
      <EncoderForm key={`encoder ${settings.data.videoEncoder}`} settings={settings.data} />
      <FooterLinksForm key={JSON.stringify(settings.data.footer)} footer={settings.data.footer} />
    </div>
  );
}
