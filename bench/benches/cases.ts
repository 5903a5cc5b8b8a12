import { randomUUID } from 'node:crypto'
import {
  followCases,
  publishForms,
  registers,
  registration,
  visit,
  visits,
} from '../../tests/server/case-forms.ts'
import { startTestServer } from '../../tests/server/make-server.ts'
import { signIn } from '../../tests/server/surveyor.ts'
import type { Bench } from '../harness/bench.ts'
import { buildSubjects } from '../harness/build.ts'
import { cpuMs, openTab } from '../harness/chromium.ts'
import { serveFolder } from '../harness/files.ts'
import { median } from '../harness/outcome.ts'
import { inRounds } from '../harness/rounds.ts'
import type { Subject } from '../subjects/cases/page.ts'

declare const subject: Subject

/** How much slower a cheap phone is. */
const slower = 4
/** Each act is done so often, because one is too short to be measured. */
const times = 5

const acts: Readonly<Record<string, () => unknown>> = {
  'in the order of visits': () => subject.list('', 'due'),
  'in the order of distances': () => subject.list('', 'near'),
  'in the order of names': () => subject.list('', 'name'),
  'search of one letter': () => subject.list('m', 'due'),
  'search of a word': () => subject.list('rabari', 'due'),
  'search of two words': () => subject.list('sakina khavda', 'due'),
  'a new one compared with all': () => subject.like('Meera Jadejja Ahir', 'Anjar'),
}

/** The bytes of a page with the changes of households that were registered and visited twice since the last one. */
const bytesOfChanges = async (count: number): Promise<number> => {
  const server = await startTestServer()
  try {
    await publishForms(server, registration, visit)
    const ask = await signIn(server)
    const follower = followCases(ask)
    const ids = Array.from({ length: count }, () => randomUUID())
    const said = { village: 'Anjar', due: '2026-12-24' }
    for (const [at, id] of ids.entries()) {
      const body = registers(id, { ...said, children: String(at % 9) })
      await ask('submissionCreate', { body: { ...body, client_key: randomUUID() } })
    }
    for (const children of ['3', '4']) {
      await follower.pull()
      for (const id of ids) {
        const seen = follower.cases.get(id)?.operations ?? []
        const body = visits(id, { children, due: '2027-01-15' }, seen)
        await ask('submissionCreate', { body: { ...body, client_key: randomUUID() } })
      }
    }
    const answer = await server.fetch('/api/surveyor/cases?since=&limit=1000', {
      headers: {
        Authorization: `Bearer ${await server.login()}`,
        'Accept-Encoding': 'gzip',
      },
    })
    if (answer.headers.get('Content-Encoding') !== 'gzip') throw new Error('It is not compressed.')
    return (await answer.arrayBuffer()).byteLength
  } finally {
    await server.close()
  }
}

/** Cases on the phone: how long a list of them is worked on, and what their changes weigh on the wire. */
export const cases: Bench = {
  name: 'cases',
  run: async ({ browser, quick }) => {
    const sizes = quick ? [5000, 50_000] : [50_000]
    const site = await serveFolder(await buildSubjects('cases', ['cases.html']))
    const rows: (readonly (string | number)[])[] = []
    const gates = []
    try {
      for (const total of sizes) {
        const tab = await openTab(browser)
        await tab.page.goto(`${site.url}/cases.html`)
        await tab.page.waitForFunction(() => 'subject' in globalThis)
        await tab.page.evaluate(count => subject.fill(count), total)
        for (const [what, act] of Object.entries(acts)) {
          // The first one finds nothing compiled.
          await tab.page.evaluate(act)
          const samples = await inRounds(quick ? 2 : 5, async () => {
            const before = await cpuMs(tab)
            for (let time = 0; time < times; time += 1) await tab.page.evaluate(act)
            return ((await cpuMs(tab)) - before) / times
          })
          const ms = slower * median(samples)
          rows.push([total.toLocaleString('en'), what, ms])
          gates.push({ what: `${total} cases, ${what}`, value: ms, most: 100, unit: 'ms' })
        }
        await tab.context.close()
      }
    } finally {
      site.stop()
    }
    const bytes = await bytesOfChanges(100)
    return {
      bench: 'cases',
      workload:
        'a list of cases is put in order, searched, and compared with a new one; households that were registered and visited twice come to a phone',
      columns: ['cases', 'what', `processor time at ${slower} ×, ms`],
      rows: [...rows, ['100', 'changes on the wire, kB', bytes / 1000]],
      gates: [
        ...gates,
        { what: '100 changed cases on the wire', value: bytes / 1000, most: 30, unit: 'kB' },
      ],
    }
  },
}
