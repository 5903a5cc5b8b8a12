import * as fake from 'fake-indexeddb'
import { addRxPlugin } from 'rxdb'
import { RxDBAttachmentsPlugin } from 'rxdb/plugins/attachments'
import { disableWarnings, RxDBDevModePlugin } from 'rxdb/plugins/dev-mode'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { getConfig, setConfig } from 'rxdb/plugins/test-utils'
import { wrappedValidateAjvStorage } from 'rxdb/plugins/validate-ajv'
import { eachAlone } from './each-alone.ts'

/** What RxDB's suites import as their own configuration: the storage that they test, in dev-mode. */

addRxPlugin(RxDBDevModePlugin)
addRxPlugin(RxDBAttachmentsPlugin)
disableWarnings()

const isReference = (globalThis.suitesOn ?? process.env['RXDB_SUITES_ON']) === 'reference'
const { indexedDB, IDBKeyRange } = 'indexedDB' in globalThis ? globalThis : fake
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

type Test = (this: { readonly timeout: () => void }) => unknown
interface Runner {
  readonly describe: (title: string, collect: () => void) => void
  readonly it: (title: string, test: () => unknown) => void
}

const { describe, it } = globalThis as unknown as Runner
const timeout = () => undefined
Object.assign(globalThis, {
  it: (title: string, test: Test) => it(title, () => test.call({ timeout })),
})

/** A group of tests, which are played one after the other here. */
export const describeParallel = describe

const config = getConfig()
// oxlint-disable-next-line import/no-default-export -- RxDB's suites import it so
export default config
