import type { RxJsonSchema } from 'rxdb'
import type { Refusal } from './refusal.ts'
import { as, schemaVersion, text, type DocOf } from './schema.ts'

/** What each settings key holds. WARNING: persisted. */
export interface SettingValues {
  dashboardStats: {
    total_assigned_forms: number
    total_submissions: number
    submissions_today: number
    response_rate: number
  }
  /** Epoch ms of the last run that reached the server. */
  lastSyncTime: number
  autoSync: boolean
  /**
   * Whether no stored document is of a version before 12, in which a submission did not name its form form_id (3.2): false
   * from the beginning of a migration until its last step is done.
   */
  migrated_v12: boolean
  /** Forces the packet mode of very slow networks. */
  slowConnection: boolean
  /** How the screens look; 'system' follows the device. */
  theme: 'system' | 'light' | 'dark' | 'sunlight'
  /** The language that each form was last read in, by the form's id; '' for the untranslated texts. */
  formLanguages: { [formId: string]: string }
  /** The fields whose last answer a new interview begins with, by the form's id. */
  heldFields: { [formId: string]: string[] }
  /** How many interviews the surveyor wants to make on a day; 0 without a target. */
  dayTarget: number
  /** The language tag of the screens; '' follows the browser. */
  language: string
  /** When each kind of data was last fetched, epoch ms. */
  freshness: { [kind: string]: number }
  /** The server's cursor of changes; '' before the first. */
  changesCursor: string
  /** Whether all pages were fetched once from a server that has no change feed. */
  allPagesFetched: boolean
  /** What was fetched of the server's cases. */
  cases: {
    /** The cursor of their changes; '' before the first. */
    cursor: string
    /** How many fetches have begun. */
    begun: number
    /** The pass over all cases that the cursor belongs to; a server that begins anew begins another one. */
    pass: number
    /** The last pass that reached the end; 0 before the first. */
    whole: number
  }
  /** When files that no document names were last searched, epoch ms. */
  filesCollected: number
  /** The start that found the first expired entry of the bin, epoch ms; 0 while there is none. */
  binExpiredAt: number
  /** Ids of rows that a server restored from a backup has not listed yet. */
  unconfirmed: string[]
  /** How many times a list or a backup has brought interviews (replication/pull/arrivals.ts). */
  arrivals: number
  /** The current lease: who may talk to the server (replication/lock.ts). */
  syncLease: { holder: string; token: number; expiresAt: number }
  /** The earlier app's databases that were imported completely, by name. */
  legacyImported: string[]
  /** What could not be migrated, until submissions can be written. */
  leftovers: readonly Refusal[]
}

/** The name of a setting. */
export type SettingKey = keyof SettingValues

const fields = {
  key: text(80),
  value: as<unknown>({}),
}

/** One value under its key. */
export type SettingDoc = DocOf<typeof fields>

/** How settings are stored; SettingValues has the type of each value. */
export const settingsSchema: RxJsonSchema<SettingDoc> = {
  title: 'settings',
  version: schemaVersion,
  primaryKey: 'key',
  type: 'object',
  properties: fields,
  required: ['key'],
}
