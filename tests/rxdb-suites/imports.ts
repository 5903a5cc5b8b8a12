import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Resolves the imports of a suite to the installed RxDB, the product's storage, and the checkout's packages. */
export const asImportedHere = (checkout: string): Plugin => ({
  name: 'rxdb-suites',
  enforce: 'pre',
  async resolveId(source, importer) {
    const from = async (folder: string, id: string) => {
      const found = await this.resolve(id, join(folder, 'package.json'), { skipSelf: true })
      // A module of Node, for which the checkout has a package.
      return found?.id.startsWith('__vite-browser-external') ? null : found
    }
    const plugin = /\/plugins\/([a-z-]+)\/index\.mjs$/.exec(source)?.[1]
    if (plugin !== undefined)
      return from(root, plugin === 'core' ? 'rxdb' : `rxdb/plugins/${plugin}`)
    if (source === './config.ts') return join(root, 'tests/rxdb-suites/suite-config.ts')
    if (importer === undefined || !/^[a-z@]/.test(source)) return null
    return (await from(root, source)) ?? from(checkout, source)
  },
})
