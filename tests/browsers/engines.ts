import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromiumAt } from './chromium.ts'
import type { Engine } from './driver.ts'
import { firefoxAt } from './firefox.ts'
import { webkit } from './webkit.ts'

/** Where install.sh puts the old Chromiums. */
const old = (version: string) =>
  fileURLToPath(new URL(`../../node_modules/.cache/browsers/chromium-${version}`, import.meta.url))

const isThere = (paths: readonly string[]) => paths.every(path => existsSync(path))

const webkitParts = [
  '/usr/bin/WebKitWebDriver',
  '/usr/bin/Xvfb',
  '/usr/lib/python3/dist-packages/gi',
]

interface Known {
  readonly engine: Engine
  readonly isInstalled: boolean
}

const at = (create: (name: string, path: string) => Engine, name: string, path: string): Known => ({
  engine: create(name, path),
  isInstalled: isThere([path]),
})

/** Every engine that the suite knows. */
export const knownEngines = (): readonly Known[] => [
  at(chromiumAt, 'chromium', process.env['CHROMIUM'] ?? '/usr/bin/chromium'),
  at(chromiumAt, 'chromium-119', old('119.0.2')),
  at(chromiumAt, 'chromium-106', old('106.0.2')),
  at(firefoxAt, 'firefox', '/usr/bin/firefox-esr'),
  { engine: webkit('webkit'), isInstalled: isThere(webkitParts) },
]
