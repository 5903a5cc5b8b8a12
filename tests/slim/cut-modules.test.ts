import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { cutModules, withoutCuts } from '../../src/slim/cuts/cut-modules.ts'
import type { Cut } from '../../src/slim/cuts/cut.ts'
import { dexie } from '../../src/slim/cuts/dexie.ts'
import { form } from '../../src/slim/cuts/form.ts'
import { inModules, requireRead } from '../../src/slim/cuts/versions.ts'
import { victory } from '../../src/slim/cuts/victory.ts'
import { unresolvedIn } from './unresolved.ts'

/** Parts of modules that the build leaves out. An update that changes one must end the build. */

const parse = (code: string) => parseSync('module.js', code, { preserveParens: false })

const cut = (code: string, parts: Omit<Cut, 'module'>): string =>
  withoutCuts(code, parse(code).program, { module: 'pack/it.js', ...parts })

test('every part that is left out is in the installed packages, and the rest is still a program', () => {
  for (const parts of [dexie, victory, ...form]) {
    const code = readFileSync(inModules(parts.module), 'utf8')
    const slim = withoutCuts(code, parse(code).program, parts)
    expect(parse(slim).errors).toEqual([])
    const before = unresolvedIn(parse(code).program)
    const undeclared = [...unresolvedIn(parse(slim).program)].filter(
      name => !before.has(name) && !(name in globalThis),
    )
    expect([parts.module, undeclared]).toEqual([parts.module, []])
    expect(slim).not.toBe(code)
  }
})

test('a package in a version that no one read ends the build', () => {
  expect(() => cutModules([dexie, victory, ...form])).not.toThrow()
  expect(() => requireRead('dexie/dist/modern/dexie.mjs')).not.toThrow()
  expect(() => requireRead('react/index.js')).toThrow('read in none')
})

test('a function that is left out throws, and one with a result returns it', () => {
  const code = 'function a(x) { return x + 1 }\nfunction b(x) { return a(x) }'
  const slim = cut(code, { functions: ['a'], results: { b: 'x' } })
  expect(new Function(`${slim}; return b(5)`)()).toBe(5)
  expect(() => new Function(`${slim}; return a(5)`)() as unknown).toThrow('left out')
})

test('a part that is missing, or that there are two of, ends the build', () => {
  const code = 'function a() {}\nfunction a() {}\nif (x) y()\nif (x) z()'
  expect(() => cut(code, { functions: ['a'] })).toThrow('2 of a')
  expect(() => cut(code, { functions: ['b'] })).toThrow('0 of b')
  expect(() => cut(code, { results: { b: '1' } })).toThrow('0 of b')
  expect(() => cut(code, { members: ['A.b'] })).toThrow('0 of A.b')
  expect(() => cut(code, { prototypes: ['A'] })).toThrow('no prototype A')
  expect(() => cut(code, { texts: [['if (x)', 'if (0)']] })).toThrow('2 times')
  expect(() => cut(code, { passages: [['if (x) y', 'nowhere', '']] })).toThrow('0 of')
  expect(() => cut(code, { passages: [['z()', 'if (x) y', '']] })).toThrow('before')
})

test('members of classes and of objects that extend them are left out', () => {
  const code = `class A { a() {} b() {} constructor() { this.c = () => 1; this.d = 2 } }
extend(A, { e() {}, f: 1 })
B.prototype.g = function () {}
extend(B.prototype, { h: 1 })`
  expect(
    cut(code, { members: ['A.a', 'A.c', 'A.e'], prototypes: ['B'] }).replaceAll(/\s+/g, ' '),
  ).toBe('class A { b() {} constructor() { this.d = 2 } } extend(A, { f: 1 }) ')
})

test('a name that nothing declares is found', () => {
  expect(unresolvedIn(parse('var a; function f(b) { return a + b + c }').program)).toEqual(
    new Set(['c']),
  )
})

test('texts and passages are replaced, also within what is left out', () => {
  const code = 'function a() { if (x) y() }\nif (x) y()\nlet b = 1\nb += 1\nb += 2'
  expect(
    cut(code, {
      functions: ['a'],
      texts: [['if (x)', 'if (0)', 2]],
      passages: [['b += 1', 'b += 2', '']],
    }),
  ).toBe("function a() { throw Error('left out of the build') }\nif (0) y()\nlet b = 1\nb += 2")
})
