import { mergeConfig, type UserConfig } from 'vite'
import base, { deployedAlone } from '../vite.config.ts'

/*
 * Runs tests on the packages as the build leaves them (src/slim/cuts), because the other tests have the whole packages:
 * npm run test:slim
 */

const root = new URL('..', import.meta.url).pathname

/** React stays whole, because its tests need the build for development; and tests bring their own channel to tabs. */
const isTestable = ({ name }: { readonly name: string }): boolean =>
  name !== 'transect-slim-channel'

// oxlint-disable-next-line import/no-default-export -- Vitest reads the default export.
export default async (environment: Parameters<typeof base>[0]): Promise<UserConfig> =>
  mergeConfig(await base(environment), {
    root,
    plugins: deployedAlone().filter(isTestable),
    test: {
      server: {
        deps: {
          inline: [/node_modules\/(rxdb|dexie|rxjs|mingo|@tanstack|victory|axios|lodash|d3-)/],
        },
      },
    },
  })
