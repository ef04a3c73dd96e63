import type { Migration } from 'kysely';
import { initialMigration } from './to-0012/0001-initial.ts';
import { catalogueMigration } from './to-0012/0002-catalogue.ts';
import { genreListsMigration } from './to-0012/0003-genre-lists.ts';
import { watchingMigration } from './to-0012/0004-watching.ts';
import { mediaMigration } from './to-0012/0005-media.ts';
import { administrationMigration } from './to-0012/0006-administration.ts';
import { importsMigration } from './to-0012/0007-imports.ts';
import { upkeepMigration } from './to-0012/0008-upkeep.ts';
import { inactiveVideosMigration } from './to-0012/0009-inactive-videos.ts';
import { addressKeysMigration } from './to-0012/0010-address-keys.ts';
import { importErrorsMigration } from './to-0012/0011-import-errors.ts';
import { enrichmentMigration } from './to-0012/0012-enrichment.ts';
import { importWeightMigration } from './0013-import-weight.ts';
import { foldedTitlesMigration } from './0014-folded-titles.ts';
import { trialUseMigration } from './0015-trial-use.ts';
import { requiredFoldedTitlesMigration } from './0016-required-folded-titles.ts';
import { secondFactorMigration } from './0017-second-factor.ts';
import { databaseKeyMigration } from './0018-database-key.ts';
import { sourceCookiesMigration } from './0019-source-cookies.ts';
import { sourceLooksMigration } from './0020-source-looks.ts';
import { lookEndsMigration } from './0021-look-ends.ts';
import { usedStepsMigration } from './0022-used-steps.ts';
import { settingsMigration } from './0023-settings.ts';
import { planRequestsMigration } from './0024-plan-requests.ts';
import { searchMigration } from './0025-search.ts';
import { invitationsMigration } from './0026-invitations.ts';
import { channelNumbersMigration } from './0027-channel-numbers.ts';
import { listStatisticsMigration } from './0028-list-statistics.ts';
import { fasterSearchWordsMigration } from './0029-faster-search-words.ts';
import { activationsMigration } from './0030-activations.ts';
import { providersMigration } from './0031-providers.ts';
import { accountsMigration } from './0032-accounts.ts';
import { providerWeightMigration } from './0033-provider-weight.ts';
import { versionsMigration } from './0034-versions.ts';
import { adultsMigration } from './0035-adults.ts';
import { searchFormsMigration } from './0036-search-forms.ts';
import { readingsMigration } from './0037-readings.ts';
import { previewChoicesMigration } from './0039-preview-choices.ts';
import { fasterSearchMigration } from './0040-faster-search.ts';
import { titleWeightMigration } from './0041-title-weight.ts';
import { editedTagsMigration } from './0042-edited-tags.ts';
import { activationNetworksMigration } from './0045-activation-networks.ts';
import { conversionLimitsMigration } from './0047-conversion-limits.ts';
import { storeSightsMigration } from './0048-store-sights.ts';
import { importsSideBySideMigration } from './0049-imports-side-by-side.ts';
import { backgroundRequestsMigration } from './0050-background-requests.ts';
import { serverPresenceMigration } from './0051-server-presence.ts';
import { collectionAdditionsMigration } from './0052-collection-additions.ts';
import { letInDevicesMigration } from './0054-let-in-devices.ts';
import { sessionChainsMigration } from './0055-session-chains.ts';
import { videoEncoderMigration } from './0058-video-encoder.ts';
import { providerCertificatesMigration } from './0059-provider-certificates.ts';
import { guideMigration } from './0063-guide.ts';
import { offeredGuidesMigration } from './0064-offered-guides.ts';
import { previousGuideDecisionsMigration } from './0067-previous-guide-decisions.ts';
import { daysOfProgressMigration } from './0068-days-of-progress.ts';
import { demoGuideMigration } from './0072-demo-guide.ts';
import { remindersMigration } from './0073-reminders.ts';
import { pushMigration } from './0075-push.ts';
import { factsMigration } from './0080-facts.ts';

/**
 * Every schema migration by its name; migrations run in the order of their names. The list is static because the server
 * is bundled into one file, which cannot look migrations up in a folder. A published migration never changes; a new one
 * is added at the end.
 * The numbers 0038, 0043 and 0044 were never used, and stay unused: servers that have a later one would refuse them.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_initial': initialMigration,
  '0002_catalogue': catalogueMigration,
  '0003_genre_lists': genreListsMigration,
  '0004_watching': watchingMigration,
  '0005_media': mediaMigration,
  '0006_administration': administrationMigration,
  '0007_imports': importsMigration,
  '0008_upkeep': upkeepMigration,
  '0009_inactive_videos': inactiveVideosMigration,
  '0010_address_keys': addressKeysMigration,
  '0011_import_errors': importErrorsMigration,
  '0012_enrichment': enrichmentMigration,
  '0013_import_weight': importWeightMigration,
  '0014_folded_titles': foldedTitlesMigration,
  '0015_trial_use': trialUseMigration,
  '0016_required_folded_titles': requiredFoldedTitlesMigration,
  '0017_second_factor': secondFactorMigration,
  '0018_database_key': databaseKeyMigration,
  '0019_source_cookies': sourceCookiesMigration,
  '0020_source_looks': sourceLooksMigration,
  '0021_look_ends': lookEndsMigration,
  '0022_used_steps': usedStepsMigration,
  '0023_settings': settingsMigration,
  '0024_plan_requests': planRequestsMigration,
  '0025_search': searchMigration,
  '0026_invitations': invitationsMigration,
  '0027_channel_numbers': channelNumbersMigration,
  '0028_list_statistics': listStatisticsMigration,
  '0029_faster_search_words': fasterSearchWordsMigration,
  '0030_activations': activationsMigration,
  '0031_providers': providersMigration,
  '0032_accounts': accountsMigration,
  '0033_provider_weight': providerWeightMigration,
  '0034_versions': versionsMigration,
  '0035_adults': adultsMigration,
  '0036_search_forms': searchFormsMigration,
  '0037_readings': readingsMigration,
  '0039_preview_choices': previewChoicesMigration,
  '0040_faster_search': fasterSearchMigration,
  '0041_title_weight': titleWeightMigration,
  '0042_edited_tags': editedTagsMigration,
  '0045_activation_networks': activationNetworksMigration,
  '0047_conversion_limits': conversionLimitsMigration,
  '0048_store_sights': storeSightsMigration,
  '0049_imports_side_by_side': importsSideBySideMigration,
  '0050_background_requests': backgroundRequestsMigration,
  '0051_server_presence': serverPresenceMigration,
  '0052_collection_additions': collectionAdditionsMigration,
  '0054_let_in_devices': letInDevicesMigration,
  '0055_session_chains': sessionChainsMigration,
  '0058_video_encoder': videoEncoderMigration,
  '0059_provider_certificates': providerCertificatesMigration,
  '0063_guide': guideMigration,
  '0064_offered_guides': offeredGuidesMigration,
  '0067_previous_guide_decisions': previousGuideDecisionsMigration,
  '0068_days_of_progress': daysOfProgressMigration,
  '0072_demo_guide': demoGuideMigration,
  '0073_reminders': remindersMigration,
  '0075_push': pushMigration,
  '0080_facts': factsMigration,
};
