import { openField, type Field, type ServerName } from './world/field.ts'
import { foundDays } from './play/found-days.ts'
import { planOf, shrink, type Plan } from './play/history.ts'
import type { Day } from './play/days.ts'
import { dayOf, strikesOf } from './play/journey.ts'
import type { Acts } from './acts/actions.ts'
import type { Strike } from './life.ts'
import { kinds, type PlantedBug } from './play/planted-bug.ts'
import { plantedBugs } from './play/planted-bugs.ts'
import { knownSeeds } from './known-seeds.ts'
import { readOptions } from './options.ts'
import { splitOver } from './split.ts'

/**
 * Plays many histories, days and planted bugs (see options.ts), and exits with 1 when a check failed. With
 * `--json` prints one line of JSON for each, for the tests and for split.ts.
 */
// Phones in the field are in another time zone than the server.
process.env['TZ'] = 'Asia/Kolkata'

const options = readOptions(process.argv.slice(2))
const { steps, servers } = options

/** One line of what was found. */
interface Finding {
  readonly title: string
  readonly problems: readonly string[]
}

const say = ({ title, problems }: Finding, log: readonly string[] = []): void => {
  if (options.json)
    console.log(
      JSON.stringify({ title, problems: [...problems, ...(problems.length > 0 ? log : [])] }),
    )
  else if (problems.length > 0) console.log([title, ...problems, ...log].join('\n'))
}

const smaller = async (field: Field, server: ServerName, plan: Plan): Promise<Plan> =>
  options.shrink
    ? shrink(plan, async tried => (await field.play(server, tried)).problems.length > 0)
    : plan

/** Plays seeds on all servers. Returns the number of failed ones. */
const playSeeds = async (field: Field): Promise<number> => {
  const { from, runs } = options
  const totals = { failed: 0, interviews: 0, requests: 0, histories: 0, doubled: 0 }
  const note = (text: string) => {
    if (!options.json) console.log(text)
  }
  for (let seed = from; seed < from + runs; seed += 1) {
    for (const server of servers) {
      const plan = planOf(seed, steps, options.acts)
      const played = await field.play(server, plan)
      totals.histories += 1
      totals.interviews += played.interviews
      totals.requests += played.requests
      totals.doubled += played.doubles.length
      for (const { marker, why } of played.doubles) {
        note(`seed ${seed} on ${server}: ${marker} doubled (${why})`)
      }
      if (played.problems.length > 0) totals.failed += 1
      const again =
        played.problems.length > 0 && options.shrink
          ? await field.play(server, await smaller(field, server, plan))
          : played
      const found = again.problems.length > 0 ? again : played
      say({ title: `seed ${seed} on ${server}`, problems: found.problems }, found.log)
    }
    if ((seed - from + 1) % 50 === 0) note(`seed ${seed} ${JSON.stringify(totals)}`)
  }
  note(`seeds ${from} to ${from + runs - 1}, ${steps} steps each: ${JSON.stringify(totals)}`)
  return totals.failed
}

/** The maximum number of histories and strikes, per server, until a planted bug must be detected. */
const patience = { histories: 25, strikes: 100 }

/** One attempt to detect a planted bug, with its title and problems. */
type Attempt = () => Promise<readonly [string, readonly string[]]>

/** The strike on the first tab of each day: phones die, and of two tabs one freezes. */
const days = [
  ['phones', 'crash'],
  ['tabs', 'freeze'],
] as const

/** Ways to detect a planted bug: an undisturbed day, random histories, a day with a strike. */
const attempts = {
  calm: field => ofDay(field, 'calm'),
  faults: field => ofDay(field, 'faults'),
  phones: field => ofDay(field, 'phones'),
  tabs: field => ofDay(field, 'tabs'),
  sleep: field => ofDay(field, 'sleep'),
  deaths: field => ofDay(field, 'deaths'),
  full: field => ofDay(field, 'full'),
  histories: field => ofSeeds(field, 'all'),
  members: field => ofSeeds(field, 'members'),
  cases: field => ofSeeds(field, 'cases'),
  reviews: field => ofSeeds(field, 'reviews'),
  crash: field => ofStrikes(field, 'phones', 'crash'),
  freeze: field => ofStrikes(field, 'tabs', 'freeze'),
} satisfies Record<(typeof kinds)[number], (field: Field) => AsyncGenerator<Attempt>>

async function* ofSeeds(field: Field, acts: Acts): AsyncGenerator<Attempt> {
  for (let seed = 1; seed <= patience.histories; seed += 1) {
    for (const server of servers) {
      yield async () => {
        const { problems } = await field.play(server, planOf(seed, steps, acts))
        return [`seed ${seed} of ${acts} on ${server}`, problems] as const
      }
    }
  }
}

async function* ofDay(field: Field, day: Day): AsyncGenerator<Attempt> {
  const { server: only } = dayOf(day)
  for (const server of servers.filter(name => only === undefined || only === name)) {
    yield async () => {
      const { problems } = await field.travel(server, day, null)
      return [`a day of ${day} on ${server}`, problems] as const
    }
  }
}

async function* ofStrikes(
  field: Field,
  day: Day,
  what: 'crash' | 'freeze',
): AsyncGenerator<Attempt> {
  for (const server of servers) {
    const points = strikesOf(await field.travel(server, day, null), what)
    // Distant points first, because a bug usually shows in one part of the day.
    const spread = points.map((_, at) => points[(at * 37) % points.length])
    for (const strike of spread.slice(0, patience.strikes)) {
      if (strike === undefined) continue
      yield async () => {
        const { problems } = await field.travel(server, day, strike)
        return [`${titleOf(strike)} of a day of ${day} on ${server}`, problems] as const
      }
    }
  }
}

/** First where it is known to show. After a change of the code it may show elsewhere. */
async function* attemptsOf(field: Field, bug: PlantedBug): AsyncGenerator<Attempt> {
  const first = kinds.find(kind => kind === bug.shownBy)
  yield* first === undefined ? ofDay(field, bug.shownBy) : attempts[first](field)
  for (const kind of kinds) {
    if (kind !== first) yield* attempts[kind](field)
  }
}

const titleOf = ({ what, when, at, skip }: Strike): string => `${what} ${when} ${at} ${skip + 1}`

/** Plays with a planted bug until a check fails that passes without it. Returns whether it was detected. */
const catchBug = async (field: Field, bug: PlantedBug): Promise<boolean> => {
  field.plant(bug)
  for await (const attempt of attemptsOf(field, bug)) {
    const [title, problems] = await attempt()
    // On a loaded machine this problem may only mean that something was slow.
    const [problem] = problems.filter(text => !text.includes('waits for something'))
    if (problem === undefined) continue
    field.plant(null)
    const [, without] = await attempt()
    field.plant(bug)
    if (without.length > 0) continue
    if (options.json) say({ title: bug.name, problems: [] })
    else console.log(`${bug.name}: caught by ${title}: ${problem.split('\n')[0]}`)
    return true
  }
  say({ title: bug.name, problems: ['not caught'] })
  return false
}

/**
 * Plays each day with a strike on its first tab at each of its writes and requests. Returns the number of
 * failures.
 */
const playStrikes = async (field: Field): Promise<number> => {
  let failed = 0
  const stride = options.stride
  for (const day of ['calm', 'faults', 'sleep', 'deaths', 'full'] as const) {
    for (const server of servers) {
      const { problems, log } = await field.travel(server, day, null)
      say({ title: `a day of ${day} on ${server}`, problems }, log)
      if (problems.length > 0) failed += 1
    }
  }
  for (const [day, what] of days) {
    for (const server of servers) {
      const whole = await field.travel(server, day, null)
      say({ title: `a day of ${day} on ${server}`, problems: whole.problems }, whole.log)
      if (whole.problems.length > 0) failed += 1
      const strikes = strikesOf(whole, what).filter((_, index) => index % stride === 0)
      for (const strike of strikes) {
        const { problems, log } = await field.travel(server, day, strike)
        if (problems.length > 0) failed += 1
        say({ title: `${titleOf(strike)} of a day of ${day} on ${server}`, problems }, log)
      }
      if (!options.json) {
        console.log(
          `${strikes.length} strikes (${what}) of a day of ${day} on ${server}: ${failed} failed so far`,
        )
      }
    }
  }
  return failed
}

const playPlanted = async (field: Field): Promise<number> => {
  const parts = options.only.split(',')
  const bugs = plantedBugs.filter(({ name }) => parts.some(part => name.includes(part)))
  let missed = 0
  for (const bug of bugs) if (!(await catchBug(field, bug))) missed += 1
  if (!options.json) console.log(`${bugs.length - missed} of ${bugs.length} planted bugs caught`)
  return missed
}

/** Plays the seeds that once failed. */
const playKnown = async (field: Field): Promise<number> => {
  let failed = 0
  for (const { name, server, plan } of knownSeeds) {
    const { problems, log } = await field.play(server, plan)
    if (problems.length > 0) failed += 1
    say({ title: name, problems }, log)
  }
  return failed
}

/** Plays the days that once failed. */
const playFound = async (field: Field): Promise<number> => {
  let failed = 0
  const parts = options.only.split(',')
  for (const [day, { server: only }] of Object.entries(foundDays)) {
    if (!parts.some(part => day.includes(part))) continue
    for (const server of servers.filter(name => only === undefined || only === name)) {
      const { problems, log } = await field.travel(server, day, null)
      if (problems.length > 0) failed += 1
      say({ title: `${day} (${server})`, problems }, log)
    }
  }
  return failed
}

if (options.jobs > 1) process.exit(await splitOver(options))

const field = await openField()
const play = options.planted
  ? playPlanted
  : options.known
    ? playKnown
    : options.found
      ? playFound
      : options.strikes
        ? playStrikes
        : playSeeds
const failed = await play(field)
await field.close()
process.exit(failed === 0 ? 0 : 1)
