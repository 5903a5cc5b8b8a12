import { Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fieldOfAnswerKey } from '../../../collections/ids.ts'
import { fieldsOfVersion } from '../../../collections/queries.ts'
import { commitEdit } from '../../collections/commit.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { openInterview } from '../../../src/features/fill/opening/open-interview.ts'
import type { Choice } from '../../../src/features/fill/opening/opened.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { shownSections } from '../../../src/features/submissions/detail/answers.ts'
import { createDisk, openDevice, submissionOf, type Device } from '../../device.ts'
import { until } from '../../env.ts'
import { createRandom } from '../../sim/random.ts'
import { nameAll, randomStep } from './nested-steps.ts'
import { answerOf, at, household, member, outline } from './nested-form.ts'
import { nestedServers, type NestedServer } from './nested-servers.ts'

/** Repeats within repeats on their way to a server and back, on ours and on one that stores no occurrences. */

const noPlace = { kind: 'unknown' } as const

describe.each(nestedServers())('on %s', (_name, start) => {
  let server: NestedServer
  let device: Device

  beforeEach(async () => {
    server = await start()
    device = await newDevice()
  })
  afterEach(async () => {
    await device.crash()
  })

  const newDevice = async (disk = createDisk()): Promise<Device> => {
    const fresh = await openDevice(server, disk, server.token)
    await fresh.sync.refresh.now('forms')
    return fresh
  }
  /** Goes on with another device. */
  const changeDevice = async (): Promise<void> => {
    await device.crash()
    device = await newDevice()
  }
  const open = async (choice: Choice): Promise<Interview> => {
    const env = { ...device.env, visible$: new Subject<boolean>() }
    const opened = await openInterview(
      { db: device.db, api: device.api, refresh: device.sync.refresh, env },
      'nested',
      choice,
    )
    if (opened.kind !== 'open') throw new Error(`It is ${opened.kind}.`)
    return opened.interview
  }
  const send = async (interview: Interview) => {
    expect(await submit(device, interview, noPlace)).toMatchObject({ kind: 'done' })
    const id = interview.submission?.id ?? interview.writer.draft()?.id ?? ''
    await interview.close()
    await device.sync.run({ all: true })
    return until('everything sent', async () => {
      const stored = await submissionOf(device, id)
      return stored?.syncStatus === 'synced' ? stored : null
    })
  }
  /** Three households, of which the second and a member of the third were removed. */
  const fillIn = (interview: Interview): void => {
    interview.edit(at(interview, 'village'), 'Rampura')
    household(interview, 'Asha', 'Ravi', 'Meena')
    household(interview, 'Gone', 'Lost')
    const last = household(interview, 'Imran', 'Left', 'Sana')
    member(interview, 0, 'Late')
    interview.removeOccurrence('household', 1)
    interview.removeOccurrence('member', at(interview, 'who', 3).occurrence)
    interview.edit(at(interview, 'age', 4), '30')
    interview.edit(at(interview, 'herd', last), '1')
    interview.edit(at(interview, 'kind', 0), 'goat')
  }
  const isWho = (line: string) => line.includes('who=')
  const members = [
    'Household · 1 – Asha › Member · 1 – Ravi: who=Ravi age= photo=',
    'Household · 1 – Asha › Member · 2 – Meena: who=Meena age= photo=',
    'Household · 1 – Asha › Member · 3 – Late: who=Late age= photo=',
    'Household · 2 – Imran › Member · 1 – Sana: who=Sana age=30 photo=',
  ]

  it('they are in their outer ones on another device, in the detail and in an edit', async () => {
    const interview = await open({ kind: 'new' })
    fillIn(interview)
    expect(outline(interview).filter(isWho)).toEqual(members)
    const { server_id } = await send(interview)

    await changeDevice()
    const edit = await open({ kind: 'edit', id: server_id })
    expect(outline(edit).filter(isWho)).toEqual(members)
    expect(answerOf(edit, 'years', 2)).toBe('30')
    const stored = await submissionOf(device, edit.submission?.id ?? '')
    if (stored === null) throw new Error('The submission was not stored.')
    const questions = await fieldsOfVersion(edit.form.definitionHash)
      .build(device.db.form_questions)
      .exec()
    const shown = shownSections(
      questions.map(question => question.toMutableJSON()),
      stored,
    )
    const workedOut = shown.find(({ isFolded }) => isFolded === true)?.answers ?? []
    expect(workedOut.map(({ label }) => label)).not.toContainEqual(expect.stringContaining(':'))
    expect(shown.slice(0, -1).map(({ name, answers }) => `${name}: ${answers[0]?.text}`)).toEqual([
      ': Rampura',
      'Household · 1 – Asha: Asha',
      'Household · 1 – Asha › Member · 1 – Ravi: Ravi',
      'Household · 1 – Asha › Member · 2 – Meena: Meena',
      'Household · 1 – Asha › Member · 3 – Late: Late',
      'Household · 1 – Asha (continued): Not provided',
      'Household · 1 – Asha (continued): Not provided',
      'Household · 2 – Imran: Imran',
      'Household · 2 – Imran › Member · 1 – Sana: Sana',
      'Household · 2 – Imran (continued): 1',
      'Household · 2 – Imran › Animal · 1 – goat: goat',
      'Household · 2 – Imran (continued): Not provided',
    ])
    await edit.close()
  }, 60_000)

  it('an edit adds to one, removes another, and is the same after a reload and elsewhere', async () => {
    const interview = await open({ kind: 'new' })
    fillIn(interview)
    const { id, server_id } = await send(interview)

    const edit = await open({ kind: 'edit', id })
    const [asha, imran] = edit.form.repeats[0]?.occurrences ?? []
    edit.removeOccurrence('household', asha ?? -1)
    member(edit, imran ?? -1, 'Born')
    const third = household(edit, 'Third', 'Zoya')
    expect(third).toBeGreaterThan(imran ?? 0)
    household(edit, 'Fourth', 'Nia')
    const now = outline(edit)
    expect(now.filter(isWho)).toEqual([
      'Household · 1 – Imran › Member · 1 – Sana: who=Sana age=30 photo=',
      'Household · 1 – Imran › Member · 2 – Born: who=Born age= photo=',
      'Household · 2 – Third › Member · 1 – Zoya: who=Zoya age= photo=',
      'Household · 3 – Fourth › Member · 1 – Nia: who=Nia age= photo=',
    ])
    await edit.writer.flush()
    await edit.close()
    const again = await open({ kind: 'edit', id })
    expect(outline(again)).toEqual(now)
    await send(again)

    await changeDevice()
    const seen = await open({ kind: 'edit', id: server_id })
    expect(outline(seen)).toEqual(now)
    expect(answerOf(seen, 'people')).toBe('4')
    await seen.close()
  }, 60_000)

  it.each([1, 2, 3])(
    'random interviews and edits are the same after a reload and elsewhere, seed %i',
    async seed => {
      const random = createRandom(seed)
      const interview = await open({ kind: 'new' })
      interview.edit(at(interview, 'village'), 'Rampura')
      for (let n = 0; n < 40; n += 1) randomStep(random, interview)
      nameAll(interview)
      const sent = outline(interview)
      const { server_id } = await send(interview)
      await changeDevice()
      const edit = await open({ kind: 'edit', id: server_id })
      expect(outline(edit)).toEqual(sent)
      for (let n = 0; n < 25; n += 1) randomStep(random, edit)
      nameAll(edit)
      const edited = outline(edit)
      await edit.writer.flush()
      await edit.close()
      const again = await open({ kind: 'edit', id: server_id })
      expect(outline(again)).toEqual(edited)
      await send(again)
      await changeDevice()
      const seen = await open({ kind: 'edit', id: server_id })
      expect(outline(seen)).toEqual(edited)
      await seen.close()
    },
    60_000,
  )

  describe('a changed member of a household that another device has removed', () => {
    const begun = async () => {
      const interview = await open({ kind: 'new' })
      interview.edit(at(interview, 'village'), 'Rampura')
      household(interview, 'Asha', 'Ravi')
      household(interview, 'Imran', 'Sana', 'Lost')
      const { id, server_id } = await send(interview)
      const edit = await open({ kind: 'edit', id })
      edit.edit(at(edit, 'who', 1), 'Sana B')
      await edit.writer.flush()
      return { id, server_id, edit }
    }
    const inTheirOwn = [
      'Household · 1 – Asha › Member · 1 – Ravi: who=Ravi age= photo=',
      'Household · 2 › Member · 1 – Sana B: who=Sana B age= photo=',
    ]
    const seenIn = async (id: string) => {
      const seen = await open({ kind: 'edit', id })
      await seen.close()
      return outline(seen).filter(isWho)
    }

    it.each([false, true])(
      'is in its own household; known before Submit: %s',
      async isKnown => {
        await device.crash()
        const disk = createDisk()
        device = await newDevice(disk)
        const { id, server_id, edit } = await begun()
        await edit.close()
        await device.crash()
        device = await newDevice()
        const removing = await open({ kind: 'edit', id: server_id })
        removing.removeOccurrence('household', 1)
        await send(removing)
        await device.crash()
        device = await newDevice(disk)
        if (isKnown) await device.sync.refresh.now('submissions')
        const again = await open({ kind: 'edit', id })
        const own = expect.stringMatching(/^Household · 2.* › Member · 1 – Sana B/)
        expect(outline(again)).toContainEqual(own)
        await send(again)
        expect(await seenIn(id)).toEqual(inTheirOwn)
      },
      60_000,
    )

    it('is in its own household when that became known while the edit was open', async () => {
      const { id, edit } = await begun()
      const answers = { ...(await submissionOf(device, id))?.answers }
      for (const key of Object.keys(answers)) {
        const { fieldId, occurrence } = fieldOfAnswerKey(key)
        if (fieldId !== 'village' && occurrence > 0) delete answers[key]
      }
      await commitEdit(device.db, id, answers, [], device.env.clock.now())
      await send(edit)
      expect(await seenIn(id)).toEqual(inTheirOwn)
    }, 60_000)
  })

  it('a copy has them in their outer ones', async () => {
    const interview = await open({ kind: 'new' })
    fillIn(interview)
    const { id } = await send(interview)
    const copy = await open({ kind: 'copy', id })
    expect(outline(copy).filter(isWho)).toEqual(members)
    member(copy, at(copy, 'head').occurrence, 'Fourth')
    expect(outline(copy)[5]).toContain('Household · 1 – Asha › Member · 4 – Fourth')
    await copy.close()
  }, 60_000)
})
