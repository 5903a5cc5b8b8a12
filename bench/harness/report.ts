import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { out, root } from './files.ts'
import { holds, shown, type Gate, type Measured } from './outcome.ts'
import { plot } from './plot.ts'
import { tried } from './tried.ts'

/** The page for readers, the numbers it is made from, and the curves. */

const resultsFile = `${root}docs/performance.json`
const pageFile = `${root}docs/PERFORMANCE.md`
const plotFile = `${root}docs/performance.svg`

/** The latest outcome of each bench. */
const latest = (): readonly Measured[] =>
  existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Measured[]) : []

/** Replaces older outcomes of the same benches by new ones, and writes all files. */
export const publish = (fresh: readonly Measured[], order: readonly string[]): void => {
  const others = latest().filter(old => !fresh.some(({ bench }) => bench === old.bench))
  const all = [...others, ...fresh].sort((a, b) => order.indexOf(a.bench) - order.indexOf(b.bench))
  writeFileSync(resultsFile, `${JSON.stringify(all, null, 2)}\n`)
  writeFileSync(plotFile, plot(all.flatMap(({ curves = [] }) => curves)))
  writeFileSync(pageFile, page(all, order))
  // The project's formatting, as in every file.
  spawnSync('npx', ['oxfmt', pageFile, resultsFile], { cwd: root })
}

/** Stores every sample of a run, because the page shows medians only. */
export const keepRaw = (fresh: readonly Measured[]): string => {
  mkdirSync(out, { recursive: true })
  const file = `${out}${new Date().toISOString().replaceAll(':', '-')}.json`
  writeFileSync(file, JSON.stringify(fresh, null, 2))
  return file
}

const gateText = ({ what, value, most, unit = '×' }: Gate): string =>
  `${what}: ${shown(value)}${unitText(unit)}, at most ${shown(most)}${unitText(unit)}`

const unitText = (unit: string): string => (unit === '' ? '' : ` ${unit}`)

const table = (columns: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [
    `| ${columns.join(' | ')} |`,
    `| ${columns.map(() => '---').join(' | ')} |`,
    ...rows.map(row => `| ${row.map(shown).join(' | ')} |`),
  ].join('\n')

/** Whether the machine was calm, if that is known. */
const trustText = ({ doubt }: Measured): readonly string[] => {
  if (doubt === undefined) return []
  return [doubt === '' ? 'calm' : `**not to be trusted**: ${doubt}`]
}

/** A bench's section in the terminal and in the page. */
export const section = (measured: Measured): string => {
  const { bench, workload, columns, rows, gates, note, at, commit } = measured
  const how = [
    at.slice(0, 10),
    commit,
    ...(measured.quick ? ['quick'] : []),
    ...trustText(measured),
  ].join(', ')
  return [
    `### ${bench}`,
    `${workload} (${how}).`,
    table(columns, rows),
    ...(note === undefined ? [] : [note]),
    ...(gates.every(holds) || tried[bench] === undefined ? [] : [tried[bench]]),
  ]
    .filter(part => part !== '')
    .join('\n\n')
}

/** The longest time of all benches together. */
const mostMinutes = 20

/** How long each bench took, whether its numbers can be trusted, and how long all took together. */
const durations = (all: readonly Measured[]): string => {
  const minutes = all.reduce((sum, { seconds = 0 }) => sum + seconds, 0) / 60
  return [
    table(
      ['bench', 's', 'the machine'],
      all.map(({ bench, seconds = 0, doubt = '' }) => [
        bench,
        seconds,
        doubt === '' ? 'calm' : `not to be trusted: ${doubt}`,
      ]),
    ),
    `Together ${shown(minutes)} minutes, at most ${mostMinutes}${minutes <= mostMinutes ? '' : ': **missed**'}.`,
  ].join('\n\n')
}

/** The end of a run: every gate with its number, then what was tried for those that are missed, then the times. */
export const closing = (all: readonly Measured[]): string => {
  const rows = all.flatMap(({ bench, gates }) =>
    gates.map(({ unit = '×', ...gate }) => [
      bench,
      gate.what,
      `${shown(gate.value)}${unitText(unit)}`,
      `${shown(gate.most)}${unitText(unit)}`,
      holds(gate) ? 'holds' : 'missed',
    ]),
  )
  const reasons = all
    .filter(({ gates }) => !gates.every(holds))
    .map(({ bench }) => `${bench}: ${tried[bench] ?? 'nothing was tried yet.'}`)
  return [
    table(['bench', 'gate', 'measured', 'at most', ''], rows),
    ...reasons,
    durations(all),
  ].join('\n\n')
}

const page = (all: readonly Measured[], order: readonly string[]): string => {
  const gates = all.flatMap(({ bench, gates: own }) => own.map(gate => ({ bench, gate })))
  const missed = gates.filter(({ gate }) => !holds(gate))
  const absent = order.filter(name => all.every(({ bench }) => bench !== name))
  return `# How fast it is

Made by \`npm run bench\`, which compares the product with hand-written forms and databases and with other
products, in one Chromium and in turns. Most gates are ratios, processor time, bytes and growth, which hold on
any machine. Times in ms are those of the measuring machine, and are no promise. Processor time is the main
thread's, never throttled. A bench whose machine was not calm is marked as not to be trusted. Chromium ${all[0]?.chromium ?? ''}.

${gates.length - missed.length} of ${gates.length} gates hold.${absent.length === 0 ? '' : ` Not measured yet: ${absent.join(', ')}.`}${
    missed.length === 0
      ? ''
      : `\n\nNot yet met:\n\n${missed.map(({ bench, gate }) => `- ${bench}: ${gateText(gate)}`).join('\n')}`
  }

![How times grow with the amount of data](performance.svg)

${all.map(section).join('\n\n')}
`
}
