/** The forms of subtitles that are images, or pages of images. */
export const imageSubtitleForms = ['pgs', 'vobsub', 'dvb', 'xsub', 'teletext'] as const;
export type ImageSubtitleForm = (typeof imageSubtitleForms)[number];

/** How many scenes of a file are read; the rest has no place on the time bar of a player. */
export const sceneLimit = 200;
