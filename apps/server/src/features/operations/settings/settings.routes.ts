import {
  footerLinkKeys,
  getFooterText,
  getSettings,
  listFooterLinks,
  updateSettings,
  type FooterLink,
  type Settings,
} from '@butaca/contract';
import type { Actor } from '@butaca/db';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { SettingsRepository } from './settings.repository.ts';

/**
 * Serves the administrators' settings, and to everybody the links of the footer and their texts.
 *
 * @param onChanged - called after this process has committed a change, so that cached answers of the catalogue become
 *   stale
 */
export function serveSettings(
  serve: ServeEndpoint<Actor>,
  { repository, onChanged }: { repository: SettingsRepository; onChanged(): void },
): void {
  serve(getSettings, () => repository.read());
  serve(updateSettings, async ({ body }, { session: { accountId, username } }) => {
    const settings = await repository.update(body, { accountId, username });
    onChanged();
    return settings;
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
