import type { Database } from '../database.ts'
import type { SettingKey, SettingValues } from '../schemas/settings.ts'
import { upsert } from './upsert.ts'

/** What a setting is until it was set (4.20: Auto Sync is on). */
export const settingDefaults: SettingValues = {
  dashboardStats: {
    total_assigned_forms: 0,
    total_submissions: 0,
    submissions_today: 0,
    response_rate: 0,
  },
  lastSyncTime: 0,
  autoSync: true,
  migrated_v12: true,
  slowConnection: false,
  theme: 'system',
  formLanguages: {},
  language: '',
  freshness: {},
  changesCursor: '',
  allPagesFetched: false,
  filesCollected: 0,
  spareRows: {},
  unconfirmed: [],
  syncLease: { holder: '', token: 0, expiresAt: 0 },
  syncProgress: { running: false, current: 0, total: 0, kind: '' },
  legacyImported: [],
  isMigrating: false,
}

/** A setting's value now, or its default. */
export const readSetting = async <Key extends SettingKey>(
  db: Database,
  key: Key,
): Promise<SettingValues[Key]> => {
  const doc = await db.settings.findOne(key).exec()
  return (doc?.toJSON().value as SettingValues[Key] | undefined) ?? settingDefaults[key]
}

/** Sets a setting. */
export const writeSetting = async <Key extends SettingKey>(
  db: Database,
  key: Key,
  value: SettingValues[Key],
): Promise<void> => {
  await upsert(db.settings, { key, value })
}

/**
 * Changes a setting from what it is to what it shall be, atomically over all tabs.
 * `change` may run several times; when it gives null nothing is written, and null is given back.
 */
export const changeSetting = async <Key extends SettingKey>(
  db: Database,
  key: Key,
  change: (value: SettingValues[Key]) => SettingValues[Key] | null,
): Promise<SettingValues[Key] | null> => {
  // What the storage gives back: a query might not have heard yet of a document that another tab made.
  const doc = await db.settings.insertIfNotExists({ key, value: settingDefaults[key] })
  let result: SettingValues[Key] | null = null
  try {
    await doc.incrementalModify(data => {
      result = change(data.value as SettingValues[Key])
      if (result === null) throw unchanged
      return { ...data, value: result }
    })
  } catch (error) {
    if (error !== unchanged) throw error
  }
  return result
}

const unchanged = new Error('nothing to write')
