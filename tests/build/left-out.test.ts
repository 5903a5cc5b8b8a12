import { expect, test } from 'vitest'
import { replaceModules } from '../../build/replaced.ts'
import { sourceFiles } from '../architecture/files.ts'

/** The app's own code does not use what the build leaves out of React DOM (build/react-dom.ts). */

const refused: readonly RegExp[] = [
  /\buse(ActionState|FormState|FormStatus|Optimistic|Transition)\b/,
  /\b(hydrateRoot|preinit|preinitModule|preloadModule|prefetchDNS|preconnect|ViewTransition|SuspenseList)\b/,
  /<(Activity|Profiler|html|head|body|link|style|script)\b/,
  /<Fragment\b[^>]*\bref=/,
  /<form\b[^>]*\baction=/,
  /\bformAction=/,
  // The page's own elements.
  /<[a-z]+-[a-z]+[\s/>]/,
]

const found = (text: string) => refused.filter(pattern => pattern.test(text)).map(String)

test('no screen uses what is left out of React DOM', () => {
  const used = sourceFiles
    .filter(({ path }) => path.startsWith('src/') && path.endsWith('.tsx'))
    .flatMap(({ path, text }) => found(text).map(pattern => `${path}: ${pattern}`))
  expect(used).toEqual([])
})

test('each of them would be found', () => {
  const uses = [
    'useTransition()',
    'preconnect(a)',
    '<link rel="a" />',
    '<Fragment key="a" ref={b}>',
  ]
  const more = ['<form id="a" action={b}>', '<button formAction={a}>', '<my-element />']
  expect([...uses, ...more].map(use => found(use).length)).toEqual([1, 1, 1, 1, 1, 1, 1])
})

test('every module that is replaced is installed, in the version that was read', () => {
  expect(() => replaceModules()).not.toThrow()
})
