import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { mutantsOf, type Mutant } from './mutants.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** `core` decides what becomes of an interview; `rest` is what stands around it; `form` is the form engine. */
const scopes = {
  core: [
    /^replication\/(submit\.ts$|(attempt|settle|pull|rows)\/)/,
    /^replication\/(outbox|run)\/(carry-out|decide|in-flight|outbox-states|queue|work-off)\.ts$/,
    /^collections\/(operation-log\.ts$|(interview|writes)\/)/,
  ],
  rest: [
    /^replication\/(?!limits|env)/,
    /^collections\/(one-database\/|storage\/(catch-up|rescue|reserve|try-room|no-room)\.ts$)/,
  ],
  form: [/^src\/form\//],
} as const

export type Scope = keyof typeof scopes

export const isScope = (name: string): name is Scope => Object.hasOwn(scopes, name)

const isIn = (scope: Scope, path: string) => scopes[scope].some(pattern => pattern.test(path))

const filesOf = (scope: Scope): readonly string[] =>
  ['replication', 'collections', 'src/form']
    .flatMap(room =>
      readdirSync(`${root}${room}`, { recursive: true, encoding: 'utf8' }).map(
        name => `${room}/${name.replaceAll('\\', '/')}`,
      ),
    )
    .filter(path => path.endsWith('.ts') && isIn(scope, path))
    .filter(path => scope === 'core' || !isIn('core', path))
    .sort()

/** Every mutant of a scope, file by file. */
export const allMutants = (scope: Scope): readonly Mutant[] =>
  filesOf(scope).flatMap(file => mutantsOf(file, readFileSync(`${root}${file}`, 'utf8')))
