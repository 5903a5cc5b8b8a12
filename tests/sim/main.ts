import { startTestServer } from '../server/make-server.ts'
import { playHistory } from './history.ts'
import { ourServer, plainServer } from './servers.ts'

/** Plays many histories: `npm run sim -- --runs 2000 [--from 1] [--steps 25] [--server ours|plain]`. */

const argument = (name: string, otherwise: string): string => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? otherwise : (process.argv[at + 1] ?? otherwise)
}

const runs = Number(argument('runs', '100'))
const from = Number(argument('from', '1'))
const steps = Number(argument('steps', '25'))
const which = argument('server', 'both')

const server = which === 'plain' ? null : await startTestServer()
let failures = 0
const play = async (seed: number, kind: 'ours' | 'plain'): Promise<void> => {
  const subject = kind === 'plain' || server === null ? plainServer() : ourServer(server)
  const problems = await playHistory(await subject, seed, steps)
  if (problems.length === 0) return
  failures += 1
  console.log(problems.join('\n'))
}

for (let seed = from; seed < from + runs; seed += 1) {
  if (which !== 'plain') await play(seed, 'ours')
  if (which !== 'ours') await play(seed, 'plain')
  if ((seed - from + 1) % 50 === 0) console.log(`${seed - from + 1} of ${runs}, ${failures} failed`)
}
await server?.close()
console.log(`${runs} seeds from ${from}, ${steps} steps each: ${failures} failed`)
process.exit(failures === 0 ? 0 : 1)
