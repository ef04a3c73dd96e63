import {
  footerLinkKeys,
  readPlan,
  videoEncoders,
  type FooterLinkKey,
  type FooterTarget,
  type Settings,
} from '@butaca/contract';
import { bumpCatalogueVersion, recordAct, type Actor, type Database } from '@butaca/db';
import { sql, type Kysely, type Selectable } from 'kysely';
import { changedFields } from '../../../platform/changed-fields.ts';

/** The settings as they are stored, with what the cores of this server allow. */
export type StoredSettings = Omit<Settings, 'encoders'>;

type SettingRow = Omit<Selectable<Database['setting']>, 'id' | 'updated_at'>;

/** A change of the settings; what is absent stays as it is. */
export interface SettingsChange {
  newAccountPlan?: Settings['newAccountPlan'] | undefined;
  hideAdults?: boolean | undefined;
  viewersAddToCollections?: boolean | undefined;
  copiesAtOnce?: number | null | undefined;
  encodingsAtOnce?: number | null | undefined;
  videoEncoder?: Settings['videoEncoder'] | undefined;
  footer?: { [Key in FooterLinkKey]?: FooterTarget | undefined } | undefined;
}

const columns = [
  'new_account_plan',
  'hide_adults',
  'viewers_add_to_collections',
  'copies_at_once',
  'encodings_at_once',
  'video_encoder',
  'terminos_address',
  'terminos_text',
  'privacidad_address',
  'privacidad_text',
  'soporte_address',
  'soporte_text',
] as const;

/** All SQL on the table `setting`, which has one row. @param automatic - how many conversions the cores of this server allow */
export function createSettingsRepository(db: Kysely<Database>, automatic: Settings['automatic']) {
  const toSettings = (row: SettingRow): StoredSettings => ({ ...readRow(row), automatic });
  const read = async (trx: Kysely<Database> = db): Promise<StoredSettings> =>
    toSettings(await trx.selectFrom('setting').select(columns).executeTakeFirstOrThrow());

  return {
    read: () => read(),

    /** Changes settings and records the change; a change without effect is neither written nor recorded. */
    async update(change: SettingsChange, actor: Actor): Promise<StoredSettings> {
      return db.transaction().execute(async (trx) => {
        const row = await trx.selectFrom('setting').select(columns).forUpdate().executeTakeFirstOrThrow();
        const next = { ...row, ...toColumns(change) };
        const difference = changedFields(describe(row), describe(next));
        if (difference === undefined) return toSettings(row);
        await trx
          .updateTable('setting')
          .set({ ...next, updated_at: sql<Date>`now()` })
          .execute();
        await recordAct(trx, actor, {
          action: 'settings.update',
          subjectName: '',
          before: shorten(difference.before),
          after: shorten(difference.after),
        });
        // What viewers see of the catalogue changes, and with it every cached answer.
        if (next.hide_adults !== row.hide_adults) await bumpCatalogueVersion(trx);
        return toSettings(next);
      });
    },
  };
}

export type SettingsRepository = ReturnType<typeof createSettingsRepository>;

function readRow(row: SettingRow): Omit<StoredSettings, 'automatic'> {
  const target = (key: FooterLinkKey): FooterTarget => ({
    address: row[`${key}_address`],
    text: row[`${key}_text`],
  });
  return {
    newAccountPlan: readPlan(row.new_account_plan),
    hideAdults: row.hide_adults,
    viewersAddToCollections: row.viewers_add_to_collections,
    copiesAtOnce: row.copies_at_once,
    encodingsAtOnce: row.encodings_at_once,
    videoEncoder: videoEncoders.find((encoder) => encoder === row.video_encoder) ?? null,
    footer: { terminos: target('terminos'), privacidad: target('privacidad'), soporte: target('soporte') },
  };
}

function toColumns({
  newAccountPlan,
  hideAdults,
  viewersAddToCollections,
  copiesAtOnce,
  encodingsAtOnce,
  videoEncoder,
  footer = {},
}: SettingsChange): Partial<SettingRow> {
  const targets = footerLinkKeys.flatMap((key) => {
    const target = footer[key];
    if (target === undefined) return [];
    return [
      [`${key}_address`, target.address],
      [`${key}_text`, target.text],
    ];
  });
  return {
    ...(newAccountPlan !== undefined && { new_account_plan: newAccountPlan }),
    ...(hideAdults !== undefined && { hide_adults: hideAdults }),
    ...(viewersAddToCollections !== undefined && { viewers_add_to_collections: viewersAddToCollections }),
    ...(copiesAtOnce !== undefined && { copies_at_once: copiesAtOnce }),
    ...(encodingsAtOnce !== undefined && { encodings_at_once: encodingsAtOnce }),
    ...(videoEncoder !== undefined && { video_encoder: videoEncoder }),
    ...(Object.fromEntries(targets) as Partial<SettingRow>),
  };
}

/** The columns of the settings under the names that the audit log shows. */
const describe = (row: SettingRow) => ({
  newAccountPlan: row.new_account_plan,
  hideAdults: row.hide_adults,
  viewersAddToCollections: row.viewers_add_to_collections,
  copiesAtOnce: row.copies_at_once,
  encodingsAtOnce: row.encodings_at_once,
  videoEncoder: row.video_encoder,
  terminosAddress: row.terminos_address,
  terminosText: row.terminos_text,
  privacidadAddress: row.privacidad_address,
  privacidadText: row.privacidad_text,
  soporteAddress: row.soporte_address,
  soporteText: row.soporte_text,
});

/** How many characters of a changed text the audit log keeps. */
const auditedLength = 200;

/** Shortens the texts of a change for the audit log, where a text of many pages would hide the other entries. */
function shorten(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > auditedLength
        ? `${value.slice(0, auditedLength)}… (${value.length} caracteres)`
        : value,
    ]),
  );
}
