import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { plantedBugs } from './play/planted-bugs.ts'
import { plantInto } from './world/realms.ts'

/**
 * A slice of the simulation; `npm run test:deep` plays more, with what seeds once found and all planted bugs.
 * It runs in a separate process, because each tab loads the whole product.
 */

interface Finding {
  readonly title: string
  readonly problems: readonly string[]
}

const simulate = (...settings: readonly string[]): readonly Finding[] => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'tests/sim/main.ts', '--json', ...settings],
    { encoding: 'utf8', timeout: 480_000 },
  )
  const lines = stdout.split('\n').filter(line => line.startsWith('{'))
  if (lines.length === 0) throw new Error(`The simulation did not play: ${stderr}`)
  return lines.map(line => JSON.parse(line) as Finding)
}

const failed = (findings: readonly Finding[]) =>
  findings.filter(({ problems }) => problems.length > 0)

test(
  'random histories on both servers: nothing lost, nothing doubled',
  { timeout: 500_000 },
  () => {
    const findings = simulate('--runs', '2')
    expect(findings).toHaveLength(4)
    expect(failed(findings)).toEqual([])
  },
)

test('two phones add to one repeat: each occurrence is there once', { timeout: 500_000 }, () => {
  const findings = simulate('--acts', 'members', '--steps', '40', '--from', '16', '--runs', '1')
  expect(findings).toHaveLength(2)
  expect(failed(findings)).toEqual([])
})

/** The one that shows soonest; all of them would take minutes. */
const quick = ['key of its own']

test.each(plantedBugs)('this planted bug has its place in the source: $name', ({ places }) => {
  for (const place of places) {
    expect(plantInto(readFileSync(place.file, 'utf8'), place)).not.toBe('')
  }
})

test('planted bugs are caught', { timeout: 500_000 }, () => {
  const names = plantedBugs.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(15)
  const findings = simulate('--planted', '--only', quick.join())
  expect(findings).toHaveLength(quick.length)
  expect(failed(findings)).toEqual([])
})
