import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { cutModules, withoutCuts } from '../../build/cut-modules.ts'
import type { Cut } from '../../build/cut.ts'
import { dexie } from '../../build/dexie.ts'
import { form } from '../../build/form.ts'
import { reactDom } from '../../build/react-dom.ts'
import { inModules, requireRead } from '../../build/versions.ts'
import { victory } from '../../build/victory.ts'
import { unresolvedIn } from './unresolved.ts'

/** Parts of modules that the build leaves out. An update that changes one must end the build. */

const parse = (code: string) => parseSync('module.js', code, { preserveParens: false })

const cut = (code: string, parts: Omit<Cut, 'module'>): string =>
  withoutCuts(code, parse(code).program, { module: 'pack/it.js', ...parts })

test('every part that is left out is in the installed packages, and the rest is still a program', () => {
  for (const parts of [reactDom, dexie, victory, ...form]) {
    const code = readFileSync(inModules(parts.module), 'utf8')
    const slim = withoutCuts(code, parse(code).program, parts)
    expect(parse(slim).errors).toEqual([])
    const before = unresolvedIn(parse(code).program)
    const undeclared = [...unresolvedIn(parse(slim).program)].filter(
      name => !before.has(name) && !(name in globalThis),
    )
    expect([parts.module, undeclared]).toEqual([parts.module, []])
    expect(slim.length).toBeLessThan(code.length)
  }
})

test('a package in a version that no one read ends the build', () => {
  expect(() => cutModules([reactDom, dexie, victory, ...form])).not.toThrow()
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
  expect(() => cut(code, { constants: { x: '1' } })).toThrow('0 of variable x')
  expect(() => cut(code, { prototypes: ['A'] })).toThrow('no prototype A')
  expect(() => cut(code, { tags: [3] })).toThrow('no tags')
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

test('a variable that never changes is its value wherever it is read and written', () => {
  const code = `var is = !1
function a(is) { return is }
function b() { return (is = !0) ? 1 : other.is }`
  expect(cut(code, { constants: { is: '!1' } })).toBe(`var is = !1
function a(is) { return is }
function b() { return ( !0) ? 1 : other.is }`)
  expect(cut('var is = !1; if (is) a()', { constants: { is: '!1' } })).toBe(
    'var is = !1; if (!1) a()',
  )
})

test('what happens only at a tag that there never is goes, and what other tags do stays', () => {
  const code = `function kind(it) {
  if (3 === it.tag) return 'three'
  switch (it.tag) {
    case 1: return 'one'
    case 2: case 3: return 'two'
    case 3.5: return 'more'
    case 4: it.log = 'four'
    case 3: it.fell = true; break
    default: return 'else'
  }
  return it
}`
  const alone = code.replace('case 3.5: return', 'case 5: return')
  const slim = cut(alone, { tags: [3, 5] })
  expect(slim).not.toContain('more')
  const run = (source: string, tag: number) =>
    new Function(`${source}; return kind({ tag: ${tag} })`)() as unknown
  for (const tag of [1, 2, 4, 6]) expect(run(slim, tag)).toEqual(run(alone, tag))
})

test('a variable that such a case declares for others stays declared', () => {
  const code = `switch (it.tag) {
    case 1: break
    case 2: var a = 1; break
    case 3: a = 2; return a
  }`
  expect(unresolvedIn(parse(cut(`function f(it) { ${code} }`, { tags: [2] })).program)).toEqual(
    new Set(),
  )
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
