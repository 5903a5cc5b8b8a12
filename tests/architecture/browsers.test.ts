import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './files.ts'

/** The code that ships keeps to what the oldest supported browsers have (README). */

const readBy = (project: string): readonly string[] =>
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, project), '--listFilesOnly'],
    { encoding: 'utf8', maxBuffer: 32 * 1024 * 1024 },
  ).split('\n')

test('no package brings newer functions into the types that the code for browsers is checked against', () => {
  const files = readBy('tsconfig.browser.json')
  const libraries = files.filter(file => file.includes('/lib/lib.')).map(file => basename(file))
  expect(libraries).toContain('lib.es2022.array.d.ts')
  expect(libraries.filter(name => /\.(es202[3-9]|es20[3-9]\d|esnext)\./.test(name))).toEqual([])
  expect(files).toContain(join(root, 'src/main.tsx'))
})

test('the height of the window comes from tokens.css, where browsers without dvh have another', () => {
  const sheets = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.css') && path !== join('ui', 'tokens.css'))
    .filter(path => /\d[dsl]v(h|b)\b/.test(readFileSync(join(root, 'src', path), 'utf8')))
  expect(sheets).toEqual([])
})
