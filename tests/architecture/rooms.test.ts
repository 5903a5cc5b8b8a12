import { expect, test } from 'vitest'
import { circlesOf } from './circles.ts'
import { foldersOf, sourceFiles, target } from './files.ts'

/** Rooms of one idea: few files, and no circular imports. */

const product = sourceFiles.filter(({ path }) => !/^(tests|bench)\//.test(path))

const mostFiles = 15

test('no folder has more than 15 files', () => {
  const found = ['collections', 'replication', 'server', 'src']
    .flatMap(foldersOf)
    .filter(([, files]) => files > mostFiles)
  expect(found).toEqual([])
})

/** Circles that still exist. The list only gets shorter. */
const circlesLeft: readonly (readonly string[])[] = []

test('no files of the product import each other in a circle: values, types and lazy imports', () => {
  const arrows = new Map(
    product.map(({ path, imports, text }) => {
      const types = [...text.matchAll(/\btypeof import\('([^']+)'\)/g)].map(([, of = '']) => of)
      return [
        path,
        [...imports, ...types].flatMap(each => target(path, each.replace(/\?.*$/, '')) ?? []),
      ]
    }),
  )
  expect(circlesOf(arrows)).toEqual(circlesLeft)
})

test('a circle is found through every kind of import', () => {
  const arrows = new Map([
    ['start', ['a']],
    ['a', ['b', 'end']],
    ['b', ['c']],
    ['c', ['a', 'end']],
    ['end', ['a package']],
    ['own', ['own']],
  ])
  expect(circlesOf(arrows)).toEqual([['a', 'b', 'c'], ['own']])
})

/**
 * What each part consists of, from the lowest to the highest: rooms, and files outside of a room. Each imports only those
 * before it. A folder within a room that has a line of its own is a room too.
 */
const layered: readonly (readonly [part: string, rooms: string])[] = [
  [
    'collections/',
    `cases database-name.ts operation-log.ts schemas database.ts ids.ts file-answers.ts query.ts schemas.ts storage
     one-database queries.ts interview waiting-forms.ts recovery-entries.ts create-database.ts open-current.ts writes
     history open-database.ts open-stored.ts`,
  ],
  [
    'replication/',
    `env.ts limits.ts rx-replication.ts up.ts wire http lock.ts down.ts rows occurrences collect.ts outbox attempt bin
     settle recovery run pull schedule.ts keep-files.ts sync.ts drain.ts submit.ts update-profile.ts`,
  ],
  [
    'src/',
    `config.ts limits.ts routes.ts events.browser.ts realm.browser.ts installed-env.ts ui backup lib address.browser.ts
     form env.ts capture device-key.browser.ts readiness.browser.ts location session ground storage lock messages
     workspace context.tsx pwa installed-env.browser.ts env.browser.ts hooks dev files maps known-cases interviews cases
     backup/screens lock/screens features app main.tsx office`,
  ],
  [
    'server/',
    `env limits.ts db openapi auth store files maps status http import export backup demo admin config.ts backend.ts test-mode
     wire calls office start-problems.ts api.ts app.ts front.ts start.ts admin.ts dev-plugin.ts main.ts`,
  ],
  ['src/app/', 'failures routing update signed-in shell start install'],
  ['src/features/submissions/', 'rows search map detail bin'],
  ['src/lib/', 'worker hooks navigation phone'],
  ['src/ui/', 'status actions inputs choices cards dialogs pages toasts'],
]

const namesOf = (rooms: string): readonly string[] => rooms.split(/\s+/)

/** The room or file outside of a room that a path belongs to; null outside of the part. */
const roomOf = (part: string, rooms: readonly string[], path: string): string | null => {
  if (!path.startsWith(part)) return null
  const inside = path.slice(part.length)
  return (
    rooms.find(room => room.includes('/') && inside.startsWith(`${room}/`)) ??
    inside.split('/')[0] ??
    null
  )
}

test('the rooms of a part import each other in one direction', () => {
  const wrong = layered.flatMap(([part, text]) => {
    const rooms = namesOf(text)
    const heightOf = (path: string) => rooms.indexOf(roomOf(part, rooms, path) ?? '')
    return product.flatMap(({ path, imports }) =>
      imports
        .map(specifier => target(path, specifier) ?? '')
        .filter(to => heightOf(path) >= 0 && heightOf(to) > heightOf(path))
        .map(to => `${path} imports ${to}`),
    )
  })
  expect(wrong).toEqual([])
})

test("the office's page imports only what knows nothing of surveyors, and no room imports it", () => {
  const allowed = /^(src\/(office|ui|form|messages|lib)\/|replication\/wire\/)/
  const arrows = product.flatMap(({ path, imports }) =>
    imports.flatMap(specifier => {
      const to = target(path, specifier)
      return to === null ? [] : [[path, to] as const]
    }),
  )
  const isOffice = (path: string) => path.startsWith('src/office/')
  const wrong = arrows.filter(([path, to]) => (isOffice(path) ? !allowed.test(to) : isOffice(to)))
  expect(wrong).toEqual([])
})

test('every room of the four parts has its place', () => {
  const found = layered.slice(0, 4).flatMap(([part, text]) => {
    const rooms = namesOf(text)
    const used = new Set(product.map(({ path }) => roomOf(part, rooms, path)))
    used.delete(null)
    return [...used]
      .filter(room => !rooms.includes(room ?? ''))
      .map(room => `${part}${room}`)
      .concat(rooms.filter(room => !used.has(room)).map(room => `no ${part}${room}`))
  })
  expect(found).toEqual([])
})
