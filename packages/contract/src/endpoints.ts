import * as account from './people/account.ts';
import * as accountAdministration from './people/account-administration.ts';
import * as activation from './people/activation.ts';
import * as audit from './operations/audit.ts';
import * as backup from './operations/backup.ts';
import * as channel from './television/channel.ts';
import * as collection from './catalogue/collection.ts';
import * as demo from './streaming/demo.ts';
import * as device from './people/device.ts';
import * as download from './operations/download.ts';
import * as enrichment from './catalogue/enrichment.ts';
import * as facts from './catalogue/facts.ts';
import * as favourites from './catalogue/favourites.ts';
import * as archive from './television/archive.ts';
import * as guide from './television/guide.ts';
import * as reminder from './television/reminder.ts';
import * as guideSource from './operations/guide-source.ts';
import * as health from './operations/health.ts';
import * as home from './catalogue/home.ts';
import * as imports from './operations/import.ts';
import * as invitation from './people/invitation.ts';
import * as ownDevice from './people/own-device.ts';
import * as planLimit from './people/plan-limit.ts';
import * as planRequest from './people/plan-request.ts';
import * as filmMerge from './catalogue/film-merge.ts';
import * as reading from './catalogue/reading.ts';
import * as progress from './catalogue/progress.ts';
import * as provider from './operations/provider.ts';
import * as search from './catalogue/search.ts';
import * as secondFactor from './people/second-factor.ts';
import * as settings from './operations/settings.ts';
import * as stats from './operations/stats.ts';
import * as playing from './people/playing.ts';
import * as push from './people/push.ts';
import * as fileContents from './catalogue/file-contents.ts';
import * as videos from './catalogue/videos.ts';
import * as videosAdministration from './catalogue/videos-administration.ts';

/** Every API call of the server, by name. The server answers no call that is missing in this record. */
export const endpoints = {
  health: health.health,
  ready: health.ready,
  register: account.register,
  login: account.login,
  logout: account.logout,
  me: account.me,
  changePassword: account.changePassword,
  listAccounts: accountAdministration.listAccounts,
  createAccount: accountAdministration.createAccount,
  setAccountPlan: accountAdministration.setAccountPlan,
  setAccountStatus: accountAdministration.setAccountStatus,
  setAccountRole: accountAdministration.setAccountRole,
  resetAccountPassword: accountAdministration.resetAccountPassword,
  createInvitation: invitation.createInvitation,
  revokeInvitation: invitation.revokeInvitation,
  readInvitation: invitation.readInvitation,
  acceptInvitation: invitation.acceptInvitation,
  createActivation: activation.createActivation,
  claimActivation: activation.claimActivation,
  readActivation: activation.readActivation,
  decideActivation: activation.decideActivation,
  getSecondFactor: secondFactor.getSecondFactor,
  beginSecondFactor: secondFactor.beginSecondFactor,
  confirmSecondFactor: secondFactor.confirmSecondFactor,
  endSecondFactor: secondFactor.endSecondFactor,
  endAccountSecondFactor: secondFactor.endAccountSecondFactor,
  listPlans: planLimit.listPlans,
  updatePlans: planLimit.updatePlans,
  listOfferedPlans: planRequest.listOfferedPlans,
  listPlanOpenings: planRequest.listPlanOpenings,
  requestPlan: planRequest.requestPlan,
  withdrawPlanRequest: planRequest.withdrawPlanRequest,
  listPlanRequests: planRequest.listPlanRequests,
  grantPlanRequest: planRequest.grantPlanRequest,
  rejectPlanRequest: planRequest.rejectPlanRequest,
  reopenPlanRequest: planRequest.reopenPlanRequest,
  listDevices: device.listDevices,
  deactivateAllDevices: device.deactivateAllDevices,
  deactivateDevice: device.deactivateDevice,
  listOwnDevices: ownDevice.listOwnDevices,
  endOtherSessions: ownDevice.endOtherSessions,
  endSession: ownDevice.endSession,
  listChannels: channel.listChannels,
  listChannelSections: channel.listChannelSections,
  listUnresponsiveChannels: channel.listUnresponsiveChannels,
  getChannel: channel.getChannel,
  getAdminChannel: channel.getAdminChannel,
  listAdminChannels: channel.listAdminChannels,
  listChannelSourceReports: channel.listChannelSourceReports,
  createChannel: channel.createChannel,
  updateChannel: channel.updateChannel,
  deleteChannel: channel.deleteChannel,
  getGuide: guide.getGuide,
  getGuideNow: guide.getGuideNow,
  getProgramme: guide.getProgramme,
  searchGuide: guide.searchGuide,
  listReminders: reminder.listReminders,
  addReminder: reminder.addReminder,
  removeReminder: reminder.removeReminder,
  getPush: push.getPush,
  setPush: push.setPush,
  removePush: push.removePush,
  renewPush: push.renewPush,
  getArchivedProgramme: archive.getArchivedProgramme,
  importChannels: imports.importChannels,
  importVideos: imports.importVideos,
  importSection: imports.importSection,
  previewImport: imports.previewImport,
  chooseInPreview: imports.chooseInPreview,
  publishImport: imports.publishImport,
  cancelImport: imports.cancelImport,
  undoImport: imports.undoImport,
  openImport: imports.openImport,
  closeImport: imports.closeImport,
  listImports: imports.listImports,
  getImport: imports.getImport,
  listImportRows: imports.listImportRows,
  downloadImportReport: imports.downloadImportReport,
  watchImport: imports.watchImport,
  listProviders: provider.listProviders,
  createProvider: provider.createProvider,
  updateProvider: provider.updateProvider,
  listProviderRules: provider.listProviderRules,
  removeProviderRule: provider.removeProviderRule,
  refreshProvider: provider.refreshProvider,
  tryProvider: provider.tryProvider,
  listProviderCertificates: provider.listProviderCertificates,
  allowProviderCertificate: provider.allowProviderCertificate,
  removeProvider: provider.removeProvider,
  restoreProvider: provider.restoreProvider,
  listGuideSources: guideSource.listGuideSources,
  createGuideSource: guideSource.createGuideSource,
  acceptGuideOffer: guideSource.acceptGuideOffer,
  uploadGuide: guideSource.uploadGuide,
  updateGuideSource: guideSource.updateGuideSource,
  refreshGuideSource: guideSource.refreshGuideSource,
  removeGuideSource: guideSource.removeGuideSource,
  listGuideMatches: guideSource.listGuideMatches,
  getGuideMatch: guideSource.getGuideMatch,
  searchGuideChannels: guideSource.searchGuideChannels,
  decideGuideMatch: guideSource.decideGuideMatch,
  undoGuideMatch: guideSource.undoGuideMatch,
  getFacts: facts.getFacts,
  updateFacts: facts.updateFacts,
  listTitleMatches: facts.listTitleMatches,
  decideTitleMatch: facts.decideTitleMatch,
  undoTitleMatch: facts.undoTitleMatch,
  restoreFacts: facts.restoreFacts,
  listVideos: videos.listVideos,
  listAdminVideos: videosAdministration.listAdminVideos,
  createVideo: videosAdministration.createVideo,
  deleteVideos: videosAdministration.deleteVideos,
  deleteVideo: videosAdministration.deleteVideo,
  updateVideo: videosAdministration.updateVideo,
  listGenres: videos.listGenres,
  listMainSections: videos.listMainSections,
  listSeriesCategories: videos.listSeriesCategories,
  listRecentlyAdded: videos.listRecentlyAdded,
  listFeaturedMovies: videos.listFeaturedMovies,
  listFeaturedSeries: videos.listFeaturedSeries,
  listFeaturedAnimes: videos.listFeaturedAnimes,
  listFeaturedDoramas: videos.listFeaturedDoramas,
  listFeaturedNovelas: videos.listFeaturedNovelas,
  listFeaturedDocumentales: videos.listFeaturedDocumentales,
  getVideo: videos.getVideo,
  getAdminVideo: videosAdministration.getAdminVideo,
  getTrailer: videos.getTrailer,
  getFileContents: fileContents.getFileContents,
  listCollections: collection.listCollections,
  createCollection: collection.createCollection,
  getCollectionAdditions: collection.getCollectionAdditions,
  addToCollection: collection.addToCollection,
  undoCollectionAddition: collection.undoCollectionAddition,
  deleteCollection: collection.deleteCollection,
  removeFromCollection: collection.removeFromCollection,
  getHome: home.getHome,
  getLiveBillboard: home.getLiveBillboard,
  search: search.search,
  getPopular: search.getPopular,
  listContinueWatching: progress.listContinueWatching,
  hideFromContinueWatching: progress.hideFromContinueWatching,
  listProgress: progress.listProgress,
  getProgress: progress.getProgress,
  saveProgress: progress.saveProgress,
  listPlayingDevices: playing.listPlayingDevices,
  stopPlayingDevice: playing.stopPlayingDevice,
  getEnrichmentInfo: enrichment.getEnrichmentInfo,
  getEnrichmentTheme: enrichment.getEnrichmentTheme,
  getRecommendations: enrichment.getRecommendations,
  listFavourites: favourites.listFavourites,
  addFavourite: favourites.addFavourite,
  removeFavourite: favourites.removeFavourite,
  listAudit: audit.listAudit,
  listBackups: backup.listBackups,
  createBackup: backup.createBackup,
  uploadBackup: backup.uploadBackup,
  downloadBackup: backup.downloadBackup,
  deleteBackup: backup.deleteBackup,
  restoreBackup: backup.restoreBackup,
  getFilmMergeStats: filmMerge.getFilmMergeStats,
  listFilmMergeChapters: filmMerge.listFilmMergeChapters,
  getFilmMergeProgress: filmMerge.getFilmMergeProgress,
  executeFilmMerge: filmMerge.executeFilmMerge,
  undoFilmMerge: filmMerge.undoFilmMerge,
  getReading: reading.getReading,
  previewReading: reading.previewReading,
  applyReading: reading.applyReading,
  undoReading: reading.undoReading,
  getSettings: settings.getSettings,
  updateSettings: settings.updateSettings,
  listFooterLinks: settings.listFooterLinks,
  getFooterText: settings.getFooterText,
  listDownloads: download.listDownloads,
  getDownload: download.getDownload,
  getStats: stats.getStats,
  stopWatcher: stats.stopWatcher,
  getDemo: demo.getDemo,
  removeDemo: demo.removeDemo,
};

export type Endpoints = typeof endpoints;

/**
 * The method and path of an API call, such as `GET /api/channels/list`. Clients name calls by this text, which carries
 * the types without bundling the validation schemas.
 */
export type RouteKey = {
  [K in keyof Endpoints]: `${Endpoints[K]['method']} ${Endpoints[K]['path']}`;
}[keyof Endpoints];

export type EndpointByRoute<R extends RouteKey> = {
  [K in keyof Endpoints]: R extends `${Endpoints[K]['method']} ${Endpoints[K]['path']}`
    ? Endpoints[K]
    : never;
}[keyof Endpoints];
