import { knownEngines } from './engines.ts'
import { travel } from './journey.ts'

/**
 * Runs the journey in each installed engine, or in those that BROWSERS names: `BROWSERS=firefox,webkit npm run
 * test:browsers`. A named one that is not installed is a failure.
 */
const wanted = (process.env['BROWSERS'] ?? '').split(',').filter(name => name !== '')
const known = knownEngines()
const names = known.map(({ engine }) => engine.name)
const unknown = wanted.filter(name => !names.includes(name))
const chosen = known.filter(({ engine }) => wanted.length === 0 || wanted.includes(engine.name))
const missing = chosen.filter(({ isInstalled }) => !isInstalled).map(({ engine }) => engine.name)
const found = chosen.filter(({ isInstalled }) => isInstalled).map(({ engine }) => engine)

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const failures =
  wanted.length > 0 ? [...unknown, ...missing].map(name => `${name}: not installed`) : []
console.log(`Engines: ${found.map(({ name }) => name).join(', ')}`)
if (missing.length > 0)
  console.log(`Not installed (tests/browsers/install.sh): ${missing.join(', ')}`)

for (const engine of found) {
  const start = performance.now()
  console.log(`\n${engine.name}`)
  try {
    const version = await travel(engine, (step, ms) => console.log(`  ✓ ${step} (${seconds(ms)})`))
    console.log(`  ${engine.name} ${version}: ${seconds(performance.now() - start)}`)
  } catch (error) {
    failures.push(`${engine.name}: ${(error as Error).message}`)
    console.log(`  ✗ ${(error as Error).message}`)
  }
}

for (const failure of failures) console.log(`FAILED ${failure}`)
console.log(`${found.length - failures.length} passed, ${failures.length} failed`)
process.exit(failures.length === 0 && found.length > 0 ? 0 : 1)
