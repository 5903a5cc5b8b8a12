import { startEngine, type Engine, type Verdict } from './engine.ts'
import { equivalents } from './equivalents.ts'
import { sampleOf, type Mutant } from './mutants.ts'
import type { Options } from './options.ts'
import { createOrder, type Attempt } from './order.ts'
import { reachedBy, type ReachedBy } from './reached-by.ts'
import { keepResult, readResults, type Kept } from './results.ts'
import { allMutants } from './scope.ts'

const words = ({ id, file, line, kind, was, by }: Mutant): string => {
  const short = (text: string) => {
    const flat = text.replaceAll(/\s+/g, ' ')
    return flat.length > 70 ? `${flat.slice(0, 67)}...` : flat
  }
  return `${id} ${file}:${line} ${kind}: ${short(was)} -> ${short(by)}`
}

/** Plays what was asked for; 0 when no mutant survived but for equivalent ones. */
export const play = async (options: Options): Promise<number> => {
  const all = allMutants(options.scope)
  const named = options.only.length > 0 ? all.filter(isNamed(options.only)) : sampled(all, options)
  const asked = named.filter((_, at) => at % options.parts === options.part - 1)
  console.log(`${asked.length} of ${all.length} mutants of ${options.scope}, seed ${options.seed}`)
  if (options.list) {
    for (const mutant of asked) console.log(words(mutant))
    return 0
  }
  const engine = await startEngine()
  const say = (text: string) => console.log(text)
  const reached = await reachedBy(engine, options.scope, options.fresh, say)
  const results = await playAll(engine, reached, asked, options)
  await Promise.race([engine.close(), new Promise(resolve => setTimeout(resolve, 5000))])
  return report(asked, results)
}

const isNamed =
  (only: readonly string[]) =>
  ({ id, file }: Mutant) =>
    only.some(part => id.startsWith(part) || file.startsWith(part))

const sampled = (all: readonly Mutant[], { seed, sample }: Options) =>
  sample === 0 ? all : sampleOf(all, seed, sample)

const playAll = async (
  engine: Engine,
  reached: ReachedBy,
  mutants: readonly Mutant[],
  { budget, resume }: Options,
): Promise<ReadonlyMap<string, Kept>> => {
  const before = readResults()
  const order = createOrder(reached)
  for (const [at, mutant] of mutants.entries()) {
    // Listed with the others, each with its reason.
    if (equivalents.has(mutant.id)) continue
    const known = before.get(mutant.id)?.is
    if (resume && (known === 'killed' || known === 'timeout')) continue
    const start = performance.now()
    const verdict = await attemptAll(engine, order.of(mutant), mutant, start + budget * 1000)
    if (verdict.is === 'killed' || verdict.is === 'timeout') order.learn(verdict.by, mutant)
    const ms = Math.round(performance.now() - start)
    keepResult({ id: mutant.id, ...verdict, ms })
    const by = 'by' in verdict ? ` by ${verdict.by}` : ''
    console.log(`${at + 1} ${verdict.is} ${ms} ms ${words(mutant)}${by}`)
  }
  return readResults()
}

/** Nothing in the tests gives up sooner. */
const quickMs = 10_000

/** Runs the tests that reach a mutant until one fails, or there is no more time. */
const attemptAll = async (
  engine: Engine,
  attempts: readonly Attempt[],
  mutant: Mutant,
  endsAt: number,
): Promise<Verdict | { readonly is: 'unreached' | 'unfinished' }> => {
  if (attempts.length === 0) return { is: 'unreached' }
  for (const { test, tests } of attempts) {
    if (performance.now() > endsAt) return { is: 'unfinished' }
    const start = performance.now()
    const verdict = await engine.attempt(test, tests, mutant)
    if (verdict.is === 'survived') continue
    // What waited long may have failed because the machine is busy: then the product fails too.
    const isQuick = performance.now() - start < quickMs
    if (isQuick || (await engine.attempt(test, tests, null)).is === 'survived') return verdict
  }
  return { is: 'survived' }
}

const report = (mutants: readonly Mutant[], results: ReadonlyMap<string, Kept>): number => {
  const of = (...kinds: readonly string[]) =>
    mutants.filter(({ id }) => !equivalents.has(id) && kinds.includes(results.get(id)?.is ?? ''))
  const killed = of('killed', 'timeout')
  const survivors = of('survived', 'unfinished', 'unreached')
  const equivalent = mutants.filter(({ id }) => equivalents.has(id))
  for (const mutant of survivors) console.log(`${results.get(mutant.id)?.is} ${words(mutant)}`)
  for (const mutant of equivalent) {
    console.log(`equivalent ${words(mutant)}: ${equivalents.get(mutant.id)}`)
  }
  const percent = (count: number, of: number) => `${((100 * count) / of).toFixed(1)} %`
  const played = killed.length + survivors.length + equivalent.length
  console.log(
    `${played} mutants: ${killed.length} killed (${of('timeout').length} of them by a time limit), ` +
      `${survivors.length} survived (${of('unfinished').length} with tests left to run, ` +
      `${of('unreached').length} reached by no test), ${equivalent.length} equivalent; ` +
      `score ${percent(killed.length, played)}, ` +
      `${percent(killed.length, played - equivalent.length)} without the equivalent ones`,
  )
  return survivors.length === 0 ? 0 : 1
}
