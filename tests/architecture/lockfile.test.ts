import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from './files.ts'

test('the lockfile has one dexie, one rxjs and one react, and no addresses', () => {
  const text = readFileSync(`${root}package-lock.json`, 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, unknown> }
  for (const name of ['dexie', 'rxjs', 'react', 'react-dom', 'rxdb']) {
    const copies = Object.keys(packages).filter(path => path.endsWith(`node_modules/${name}`))
    expect(copies).toEqual([`node_modules/${name}`])
  }
  expect(text).not.toContain('"resolved"')
})
