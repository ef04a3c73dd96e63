/* The Spanish texts of the player's menus, which the library media-chrome renders. The library's own translation
   lacks one label, and some of its terms are unusual; audio tracks, subtitles and qualities get the names that the
   rest of the product uses. */
import { nameTrack, type DescribedTrack } from '@butaca/player';
import { Es } from 'media-chrome/lang/es.js';
import {
  MediaAudioTrackMenu,
  MediaCaptionsMenu,
  MediaChromeMenu,
  MediaPlaybackRateMenu,
  MediaRenditionMenu,
} from 'media-chrome/menu';
import { addTranslation } from 'media-chrome/utils/i18n.js';
import { nameQuality } from './quality-names.ts';

/** The playback speeds that the player's menu offers; 1 is normal. */
export const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

const automatic = 'Automática';

/** Installs the Spanish texts of the player's menus; called once per page, before the first menu is created. */
export function speakSpanishInMenus(): void {
  addTranslation('es', {
    ...Es,
    Auto: automatic,
    Off: 'Desactivados',
    'Playback rate': 'Velocidad',
    'Playback rate {playbackRate}': 'Velocidad: {playbackRate}',
  });
  const templateOf = MediaChromeMenu.getTemplateHTML;
  // Assistive technology expects the back button inside a menu to have the role `menuitem`, which media-chrome omits.
  const back = 'role="menuitem" aria-label="Volver al menú anterior"';
  MediaChromeMenu.getTemplateHTML = (attributes) =>
    templateOf(attributes).replace('aria-label="Back to previous menu"', back);
  MediaAudioTrackMenu.formatMenuItemText = (text, track?: DescribedTrack) =>
    track === undefined ? text : nameTrack(track, 'Audio');
  MediaCaptionsMenu.formatMenuItemText = (text, track?: DescribedTrack) =>
    track === undefined ? text : nameTrack(track, 'Subtítulos');
  MediaPlaybackRateMenu.formatMenuItemText = (text, rate?: number) =>
    rate === undefined ? text : rate === 1 ? 'Normal' : `${rate.toLocaleString('es')}×`;
  MediaRenditionMenu.formatRendition = (rendition, { showBitrate = false } = {}) =>
    nameQuality(rendition, showBitrate);
  // For its item «Automática» the quality menu requests a label without naming a video quality; that label includes the
  // quality that plays now, such as «Automática (720p)».
  MediaRenditionMenu.prototype.formatMenuItemText = function nameAutomatic(
    this: Pick<MediaRenditionMenu, 'mediaWidth' | 'mediaHeight'>,
  ) {
    const size = { width: this.mediaWidth, height: this.mediaHeight };
    return size.width > 0 && size.height > 0 ? `${automatic} (${nameQuality(size, false)})` : automatic;
  };
}
