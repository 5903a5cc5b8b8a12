import type { RxJsonSchema } from 'rxdb'
import { schemaVersion, text } from './schema.ts'

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
  migrated_v12: boolean
  /** Forces the packet mode of very slow networks. */
  slowConnection: boolean
  /** How the screens look; 'system' follows the device. */
  theme: 'system' | 'light' | 'dark' | 'sunlight'
  /** The language that each form was last read in, by the form's id; '' for its plain texts. */
  formLanguages: { [formId: string]: string }
  /** The tag of the language that the screens speak; '' follows the browser. */
  language: string
  /** When each kind of data was last fetched, epoch ms. */
  freshness: { [kind: string]: number }
  /** The server's cursor of changes; '' before the first. */
  changesCursor: string
  /** Whether all pages of a server without changes were fetched, once. */
  allPagesFetched: boolean
  /** When files that nothing names were last looked for, epoch ms. */
  filesCollected: number
  /** Spare rows on the server, by their id, and the submission that each is a second row of. */
  spareRows: { [spareId: string]: string }
  /** Ids of rows that a restored server has not listed yet. */
  unconfirmed: string[]
  /** Who may talk to the server now (replication/lock.ts). */
  syncLease: { holder: string; token: number; expiresAt: number }
  /** What every tab shows of the run that one of them does (replication/outbox/progress.ts). */
  syncProgress: {
    running: boolean
    current: number
    total: number
    /** What is being sent; '' before the first. */
    kind: '' | 'submission' | 'files' | 'profile'
  }
  /** The earlier app's databases that were taken over whole, by name. */
  legacyImported: string[]
  /** Documents of an earlier version were brought over, and the last step of it is still to be done. */
  isMigrating: boolean
}

/** The name of a setting. */
export type SettingKey = keyof SettingValues

/** One value under its key. */
export interface SettingDoc {
  key: string
  value: unknown
}

/** How settings are stored; their values are as SettingValues tells. */
export const settingsSchema: RxJsonSchema<SettingDoc> = {
  title: 'settings',
  version: schemaVersion,
  primaryKey: 'key',
  type: 'object',
  properties: { key: text(80), value: {} },
  required: ['key'],
}
