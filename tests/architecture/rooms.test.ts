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

/** Which files of its own part an inner room may import, in addition to its own. */
const inner: readonly (readonly [room: string, allowed: RegExp])[] = [
  ['collections/schemas/', /^collections\/(database|operation-log)\.ts$/],
  [
    'collections/storage/',
    /^collections\/(database|operation-log|queries)\.ts$|^collections\/schemas\//,
  ],
  [
    'collections/one-database/',
    /^collections\/(database|query|schemas)\.ts$|^collections\/(schemas|storage)\//,
  ],
  [
    'collections/writes/',
    /^collections\/(database|file-answers|ids|operation-log|queries|recovery-entries)\.ts$|^collections\/(interview|one-database|schemas)\//,
  ],
  [
    'collections/interview/',
    /^collections\/(database|operation-log)\.ts$|^collections\/(one-database|schemas)\//,
  ],
  [
    'collections/history/',
    /^collections\/(database|ids|operation-log|schemas)\.ts$|^collections\/(interview|one-database|schemas|storage|writes)\//,
  ],
  ['replication/http/', /^replication\/(env|limits)\.ts$|^replication\/wire\//],
  ['src/form/types/', /^src\/(lib\/|limits\.ts$)/],
  ['replication/rows/', /^replication\/wire\//],
  ['replication/occurrences/', /^replication\/(rows|wire)\//],
  ['replication/bin/', /^replication\/submit\.ts$|^replication\/(outbox|rows)\//],
  [
    'replication/recovery/',
    /^replication\/limits\.ts$|^replication\/(bin|occurrences|outbox|rows)\//,
  ],
]

test('an inner room imports only lower rooms of its part', () => {
  const wrong = product.flatMap(({ path, imports }) => {
    const [room, allowed] = inner.find(([each]) => path.startsWith(each)) ?? []
    if (room === undefined || allowed === undefined) return []
    const part = `${room.split('/')[0]}/`
    return imports
      .map(specifier => target(path, specifier) ?? '')
      .filter(to => to.startsWith(part) && !to.startsWith(room) && !allowed.test(to))
      .map(to => `${path} imports ${to}`)
  })
  expect(wrong).toEqual([])
})

/** The rooms of a part, from the lowest to the highest: each imports only those before it. */
const layered: readonly (readonly [part: string, rooms: readonly string[]])[] = [
  ['src/app/', ['failures', 'routing', 'update', 'signed-in', 'shell', 'start', 'install']],
  ['src/features/submissions/', ['detail', 'bin']],
  ['src/lib/', ['hooks', 'navigation', 'phone']],
  ['src/ui/', ['status', 'actions', 'inputs', 'choices', 'cards', 'dialogs', 'pages', 'toasts']],
]

test('the rooms of a part import each other in one direction', () => {
  const wrong = layered.flatMap(([part, rooms]) => {
    const heightOf = (path: string) =>
      path.startsWith(part) ? rooms.indexOf(path.slice(part.length).split('/')[0] ?? '') : -1
    return product.flatMap(({ path, imports }) =>
      imports
        .map(specifier => target(path, specifier) ?? '')
        .filter(to => heightOf(path) >= 0 && heightOf(to) > heightOf(path))
        .map(to => `${path} imports ${to}`),
    )
  })
  expect(wrong).toEqual([])
})
