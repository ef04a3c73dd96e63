import { footerLinkKeys, type FooterLink, type FooterLinkKey, type FooterTarget } from '@butaca/contract';
import { keepAct } from './fake-server-accounts.ts';
import { FakeRefusal, type FakeRoutes } from './fake-server-caller.ts';

type SettingsRoute = Extract<
  keyof FakeRoutes,
  `${string} /api/${'admin/settings' | 'footer-links'}${string}`
>;

/** The fake server's API routes for the settings of the product and the links of the footer. */
export const settingsRoutes: Pick<FakeRoutes, SettingsRoute> = {
  'GET /api/admin/settings': (_request, { memory }) => memory.settings,
  'PUT /api/admin/settings': ({ body }, caller) => {
    const {
      newAccountPlan,
      hideAdults,
      viewersAddToCollections,
      copiesAtOnce,
      encodingsAtOnce,
      videoEncoder,
      footer = {},
    } = body;
    const { memory } = caller;
    const { settings } = memory;
    const given = Object.fromEntries(
      Object.entries(footer).filter(([, target]) => target !== undefined),
    ) as Partial<Record<FooterLinkKey, FooterTarget>>;
    memory.settings = {
      ...settings,
      newAccountPlan: newAccountPlan ?? settings.newAccountPlan,
      hideAdults: hideAdults ?? settings.hideAdults,
      viewersAddToCollections: viewersAddToCollections ?? settings.viewersAddToCollections,
      copiesAtOnce: copiesAtOnce === undefined ? settings.copiesAtOnce : copiesAtOnce,
      encodingsAtOnce: encodingsAtOnce === undefined ? settings.encodingsAtOnce : encodingsAtOnce,
      videoEncoder: videoEncoder === undefined ? settings.videoEncoder : videoEncoder,
      footer: { ...settings.footer, ...given },
    };
    keepAct(caller, 'settings.update', '');
    return memory.settings;
  },
  'GET /api/footer-links': (_request, { memory }) => ({
    links: footerLinkKeys.flatMap((key): FooterLink[] => {
      const { address, text } = memory.settings.footer[key];
      if (address !== '') return [{ key, address }];
      return text === '' ? [] : [{ key, address: null }];
    }),
  }),
  'GET /api/footer-links/:key': ({ params: { key } }, { memory }) => {
    const { text } = memory.settings.footer[key];
    if (text === '') throw new FakeRefusal('footerlink.not_found');
    return { key, text };
  },
};
