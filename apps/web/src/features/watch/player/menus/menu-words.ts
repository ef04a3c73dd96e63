/*
 * The words of media-chrome's menus. Its Spanish is complete but for one label that it does not translate, and some of it is
 * not what a person calls the thing; tracks and qualities get the names that the rest of the product would give them.
 */
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

/** The speeds that the menu offers. */
export const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

const automatic = 'Automática';

/** Called once per page, before the first menu is created. */
export function speakSpanishInMenus(): void {
  addTranslation('es', {
    ...Es,
    Auto: automatic,
    Off: 'Desactivados',
    'Playback rate': 'Velocidad',
    'Playback rate {playbackRate}': 'Velocidad: {playbackRate}',
  });
  const templateOf = MediaChromeMenu.getTemplateHTML;
  // Inside a menu the back button needs the role of an item.
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
  // The item without a rendition is the automatic one; it names the present rendition.
  MediaRenditionMenu.prototype.formatMenuItemText = function nameAutomatic(
    this: Pick<MediaRenditionMenu, 'mediaWidth' | 'mediaHeight'>,
  ) {
    const size = { width: this.mediaWidth, height: this.mediaHeight };
    return size.width > 0 && size.height > 0 ? `${automatic} (${nameQuality(size, false)})` : automatic;
  };
}
