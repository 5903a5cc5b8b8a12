import { IDBKeyRange, indexedDB } from 'fake-indexeddb'
import { addRxPlugin } from 'rxdb'
import { RxDBAttachmentsPlugin } from 'rxdb/plugins/attachments'
import { disableWarnings, RxDBDevModePlugin } from 'rxdb/plugins/dev-mode'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { getConfig, setConfig } from 'rxdb/plugins/test-utils'
import { wrappedValidateAjvStorage } from 'rxdb/plugins/validate-ajv'
import { describe } from 'vitest'
import { eachAlone } from './each-alone.ts'

/** What RxDB's suites import as their own configuration: the storage that they test, in dev-mode. */

addRxPlugin(RxDBDevModePlugin)
addRxPlugin(RxDBAttachmentsPlugin)
disableWarnings()

const isReference = process.env['RXDB_SUITES_ON'] === 'reference'
const port = { indexedDB, IDBKeyRange }
const getStorage = () =>
  wrappedValidateAjvStorage({ storage: isReference ? getRxStorageDexie(port) : eachAlone(port) })

setConfig({
  storage: {
    name: isReference ? 'dexie' : 'transect-one-database',
    getStorage,
    getPerformanceStorage: () => ({ storage: getStorage(), description: 'one database' }),
    hasPersistence: true,
    hasMultiInstance: true,
    hasAttachments: true,
    hasReplication: true,
  },
})

export const describeParallel = describe

const config = getConfig()
// oxlint-disable-next-line import/no-default-export -- RxDB's suites import it so
export default config
