import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The packages that the build takes apart, in the versions whose code was read for this. After an update of one, read
 * again what the build leaves out of it.
 */
const read: Readonly<Record<string, string>> = {
  '@tanstack/devtools-event-client': '0.4.4',
  axios: '1.21.1',
  'd3-color': '3.1.1',
  'd3-format': '3.1.3',
  lodash: '4.18.1',
  'lucide-react': '1.75.0',
  mingo: '7.2.4',
  rxdb: '17.6.0',
  victory: '37.3.6',
  'victory-core': '37.3.6',
  'victory-vendor': '37.3.6',
}

/** The path of a module in node_modules. */
export const inModules = (module: string): string =>
  fileURLToPath(new URL(`../../node_modules/${module}`, import.meta.url))

/** Ends the build when the package of a module has another version than the one that was read. */
export const requireRead = (module: string): void => {
  const name = /^(@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? ''
  const { version } = JSON.parse(readFileSync(inModules(`${name}/package.json`), 'utf8')) as {
    readonly version: string
  }
  if (version !== read[name])
    throw new Error(
      `${name} is ${version}, but what the build leaves out was read in ${read[name] ?? 'none'}.`,
    )
}
