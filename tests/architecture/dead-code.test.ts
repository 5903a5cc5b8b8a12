import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importers, root, sourceFiles, target } from './files.ts'
import { unreached, untaken, type Export } from './uses.ts'

/** There is no unused code: no file, no export, no class of a style sheet. */

/** Files that a command, a page or a tool starts, so that no import names them. */
const entries = [
  /^src\/(main|office\/main)\.tsx$/,
  /^src\/pwa\/worker\.ts$/,
  /^server\/(admin|main)\.ts$/,
  /^tests\/.*\.(test|spec)\.tsx?$/,
  /^tests\/((e2e|browsers)\/run|sim\/main|rxdb-suites\/(page|run|suite-config)|mutation\/(main|reach\.setup)|spec\/statements\/run|gallery\/(main|make-icons|photograph|readme-pictures)|features\/make-dial-table)\.tsx?$/,
  // Run before each file of unit tests.
  /^tests\/each-file\.ts$/,
  /^tests\/(e2e\/playwright|gallery\/vite)\.config\.ts$/,
  /^bench\/((.*\/)?run|load\/cluster\/(distribute|engines))\.ts$/,
  // Loaded by pages of the bench, or started as processes.
  /^bench\/(harness\/mixed-calls|fill\/(floor|product)|load\/uploads\/loop-delay|subjects\/(minimal\/(rxdb-)?page|server\/bare|sync\/device))\.tsx?$/,
]

const textOf = (path: string) => sourceFiles.find(file => file.path === path)?.text ?? ''

/** A type that its own file's exports refer to is part of them, even if no other file names it. */
const isSpokenOf = ({ path, name }: Export): boolean =>
  new RegExp(`export (interface|type) ${name}\\b`).test(textOf(path)) &&
  [...textOf(path).matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length > 1

/** The words of a language are used as a whole. The types compare a translation with the English words. */
const isTranslation = ({ path }: Export): boolean =>
  /^src\/messages\/(english\.ts|[a-z]{2}\/(?!plural))/.test(path)

test('every file is started or imported', () => {
  expect(unreached().filter(path => !entries.some(entry => entry.test(path)))).toEqual([])
})

test('every export is used by another file', () => {
  const dead = untaken(sourceFiles)
    // RxDB's suites import it.
    .filter(({ path }) => path !== 'tests/rxdb-suites/suite-config.ts')
    .filter(each => each.name !== 'default' && !isSpokenOf(each) && !isTranslation(each))
    .map(({ path, name }) => `${path} exports ${name}`)
  expect(dead).toEqual([])
})

const isProduct = ({ path }: { readonly path: string }): boolean => !/^(tests|bench)\//.test(path)

test('no export of the product is there for tests alone', () => {
  const isUsedHere = ({ path, name }: Export) =>
    [...textOf(path).matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length > 1
  const idle = untaken(sourceFiles.filter(isProduct), importers.filter(isProduct))
    .filter(each => each.name !== 'default' && !isUsedHere(each) && !isTranslation(each))
    .map(({ path, name }) => `${path} exports ${name}`)
  expect(idle).toEqual([])
})

/** The classes of a style sheet that a file names; null when it computes their names. */
const wornBy = (text: string, as: string): readonly string[] | null =>
  new RegExp(`\\b${as}\\[`).test(text)
    ? null
    : [...text.matchAll(new RegExp(`\\b${as}\\.(\\w+)`, 'g'))].map(([, name = '']) => name)

test('every class of a style sheet is used', () => {
  const worn = new Map<string, Set<string> | null>()
  for (const { path, text } of sourceFiles) {
    for (const [, as = '', sheet = ''] of text.matchAll(
      /import (\w+) from '(\.[^']+\.module\.css)'/g,
    )) {
      const key = target(path, sheet) ?? ''
      const before = worn.get(key)
      const names = wornBy(text, as)
      worn.set(
        key,
        before === null || names === null ? null : new Set([...(before ?? []), ...names]),
      )
    }
  }
  const unworn = [...worn].flatMap(([sheet, names]) => {
    if (names === null) return []
    const css = readFileSync(`${root}${sheet}`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    const classes = new Set([...css.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))
    return [...classes].filter(name => !names.has(name)).map(name => `${sheet} has .${name}`)
  })
  expect(worn.size).toBeGreaterThan(50)
  expect(unworn).toEqual([])
})
