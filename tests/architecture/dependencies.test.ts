import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { doors } from './doors.ts'
import { root } from './files.ts'

/** Compares docs/dependencies.md with the installed packages and their imports. */

const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8')

interface Line {
  readonly name: string
  readonly reason: string
  readonly door: string
}

const lines: readonly Line[] = read('docs/dependencies.md')
  .split('\n')
  .flatMap(line => {
    const found = /^\| `([^`]+)`\s*\| (.*?)\s*\| `([^`]+)`\s*\|$/.exec(line)
    const [, name, reason, door] = found ?? []
    return name === undefined || reason === undefined || door === undefined
      ? []
      : [{ name, reason, door }]
  })

test('every package has a line with its reason and its door, and every line has its package', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  const named = [...Object.keys(dependencies), ...Object.keys(devDependencies)].sort()
  expect(lines.map(({ name }) => name).sort()).toEqual(named)
  expect(lines.filter(({ reason }) => reason === '').map(({ name }) => name)).toEqual([])
})

test('every door exists, and is one that may import the package', () => {
  for (const { name, door } of lines) {
    const isThere = existsSync(`${root}${door}`) || existsSync(`${root}${door}x`)
    expect([name, door, isThere]).toEqual([name, door, true])
    const allowed = doors[name]
    // A folder stands for the files in it.
    const isDoor =
      allowed === undefined ||
      /^(package|tsconfig|vite\.config)/.test(door) ||
      allowed.some(pattern => pattern.test(door) || pattern.test(`${door}x`))
    expect([name, door, isDoor]).toEqual([name, door, true])
  }
})
