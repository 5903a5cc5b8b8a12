import { fileURLToPath } from 'node:url'
import { createServer, createServerModuleRunner, type Plugin, type ViteDevServer } from 'vite'
import type { drainOnce, openApp } from '../product/app.ts'
import type { Place, PlantedBug } from '../play/planted-bug.ts'

/** A separate load of the whole product, as in every tab of a browser, because RxDB's state is per module. */
export interface Realm {
  readonly openApp: typeof openApp
  readonly drainOnce: typeof drainOnce
}

/** Creates realms. A planted bug affects those created afterwards. */
export interface Realms {
  readonly create: () => Promise<Realm>
  /** Plants a bug in the product's source as it is loaded; null removes it. */
  readonly plant: (bug: PlantedBug | null) => void
  readonly close: () => Promise<void>
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

export const startRealms = async (): Promise<Realms> => {
  let planted: PlantedBug | null = null
  const gardener: Plugin = {
    name: 'planted-bug',
    enforce: 'pre',
    transform: (code, id) => {
      const place = planted?.places.find(({ file }) => id.split('?')[0] === root + file)
      return place === undefined ? null : plantInto(code, place)
    },
  }
  const vite: ViteDevServer = await createServer({
    configFile: false,
    root,
    logLevel: 'error',
    appType: 'custom',
    plugins: [gardener],
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
    // Loaded again for every realm. Dexie has no state that two tabs would conflict over.
    ssr: { noExternal: ['rxdb'] },
  })
  const { ssr } = vite.environments
  return {
    create: async () => {
      const runner = createServerModuleRunner(ssr, { hmr: false })
      return (await runner.import('/tests/sim/product/app.ts')) as Realm
    },
    plant: bug => {
      for (const { file } of [planted, bug].flatMap(entry => entry?.places ?? [])) {
        for (const module of ssr.moduleGraph.getModulesByFile(root + file) ?? []) {
          ssr.moduleGraph.invalidateModule(module)
        }
      }
      planted = bug
    },
    close: () => vite.close(),
  }
}

/** The source with the bug; throws when the place does not occur exactly once. */
export const plantInto = (code: string, { file, replace, by }: Place): string => {
  const pieces = code.split(replace)
  if (pieces.length !== 2) {
    throw new Error(`${file} has ${pieces.length - 1} places for '${by}', and needs exactly one.`)
  }
  return pieces.join(by)
}
