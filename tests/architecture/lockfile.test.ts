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

interface Locked {
  readonly engines?: { readonly node?: string }
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
}
const installed = (): readonly [path: string, Locked][] => {
  const lock = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>
  }
  // npm leaves out an optional package that does not fit, and says nothing.
  return Object.entries(lock.packages).filter(([, { optional }]) => optional !== true)
}

/** Whether a range of a package's `engines` has a version of Node. */
const hasNode = (range: string, [major, minor]: readonly [number, number]): boolean =>
  range.split('||').some(part => {
    const found = /^(>=|\^)?\s*v?(\d+)(?:\.(\d+))?[\dx.]*$/.exec(part.trim())
    if (found === null) throw new Error(`This test does not know the range ${range}.`)
    const [, sign, from, fromMinor = '0'] = found
    if (sign === '>=' && major > Number(from)) return true
    return major === Number(from) && minor >= Number(fromMinor)
  })

test('the installation warns of nothing: no package wants a newer Node, and each script to install is decided on', () => {
  const wanting = installed().filter(
    ([, { engines }]) => !hasNode(engines?.node ?? '>=0', [20, 20]),
  )
  expect(wanting.map(([path]) => path)).toEqual([])
  const { allowScripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    readonly allowScripts: Readonly<Record<string, boolean>>
  }
  const scripted = installed().filter(([, { hasInstallScript }]) => hasInstallScript === true)
  expect(scripted.map(([path]) => path.split('node_modules/').at(-1))).toEqual(
    Object.keys(allowScripts),
  )
})
