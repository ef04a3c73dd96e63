import {
  footerLinkKeys,
  getFooterText,
  getSettings,
  listFooterLinks,
  updateSettings,
  type EncoderState,
  type FooterLink,
  type Settings,
} from '@butaca/contract';
import type { Actor } from '@butaca/db';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { refuseMissingEncoder } from './refuse-encoder.ts';
import type { SettingsRepository, StoredSettings } from './settings.repository.ts';

/**
 * Serves the administrators' settings, and to everybody the links of the footer and their texts.
 *
 * @param needs.encoders - what this server knows of hardware encoders
 * @param needs.onChanged - called after this process has committed a change, so that cached answers of the catalogue become
 *   stale
 */
export function serveSettings(
  serve: ServeEndpoint<Actor>,
  {
    repository,
    onChanged,
    encoders,
  }: { repository: SettingsRepository; onChanged(): void; encoders(): EncoderState[] },
): void {
  const show = (stored: StoredSettings): Settings => ({ ...stored, encoders: encoders() });
  serve(getSettings, async () => show(await repository.read()));
  serve(updateSettings, async ({ body }, { session: { accountId, username } }) => {
    const { videoEncoder } = body;
    // One that was chosen before stays, also where this server does not find it now.
    const isNew = Boolean(videoEncoder) && videoEncoder !== (await repository.read()).videoEncoder;
    if (isNew) refuseMissingEncoder(videoEncoder ?? 'software', encoders());
    const settings = await repository.update(body, { accountId, username });
    onChanged();
    return show(settings);
  });
  serve(listFooterLinks, async () => ({ links: listLinks((await repository.read()).footer) }));
  serve(getFooterText, async ({ params: { key } }) => {
    const { text } = (await repository.read()).footer[key];
    if (text === '') throw new AppError('footerlink.not_found');
    return { key, text };
  });
}

/** Lists the footer links that have a target, in the order of the footer. */
function listLinks(footer: Settings['footer']): FooterLink[] {
  return footerLinkKeys.flatMap((key): FooterLink[] => {
    const { address, text } = footer[key];
    if (address !== '') return [{ key, address }];
    return text === '' ? [] : [{ key, address: null }];
  });
}
